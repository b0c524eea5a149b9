import { describe, expect, it } from "vitest";
import { labelField, newCheck, newField, newSample, skillNameOf, slugOf } from "./draft";
import { emptyDraft } from "@/testing/fixtures/studio";

describe("a draft", () => {
  it("names a field by its label and keeps every mention of it", () => {
    const output = newField("result", []);
    const draft = {
      ...emptyDraft(),
      instructions: "Write {{result}}.",
      outputs: [output],
      samples: [{ ...newSample(), expected: { result: "12" } }],
    };
    const checked = { ...draft, checks: [newCheck(draft)] };
    const after = labelField(checked, "outputs", 0, "Net total", new Set());
    expect(after.outputs[0]?.name).toBe("net_total");
    expect(after.instructions).toBe("Write {{net_total}}.");
    expect(after.checks[0]?.field).toBe("net_total");
    expect(after.samples[0]?.expected).toEqual({ net_total: "12" });
  });

  it("keeps the name of a field that results already use, and of one without Latin letters", () => {
    const draft = { ...emptyDraft(), inputs: [newField("input", [])] };
    const kept = labelField(draft, "inputs", 0, "Creditor", new Set(["inputs.input"]));
    expect(kept.inputs[0]).toMatchObject({ name: "input", label: "Creditor" });
    expect(labelField(draft, "inputs", 0, "供应商", new Set()).inputs[0]?.name).toBe("input");
  });

  it("never gives two fields one name", () => {
    const first = { ...newField("input", []), name: "amount", label: "Amount" };
    const draft = { ...emptyDraft(), inputs: [first, newField("input", [first])] };
    expect(labelField(draft, "inputs", 1, "Amount!", new Set()).inputs[1]?.name).toBe("amount_2");
  });

  it("makes names the standard takes", () => {
    expect(slugOf("  Ärger & 12 Euro ")).toBe("a_rger_12_euro");
    expect(slugOf("2026 total")).toBe("total");
    expect(skillNameOf("Card Coding!")).toBe("card-coding-");
    expect(skillNameOf("发票 识别")).toBe("发票-识别");
  });
});
