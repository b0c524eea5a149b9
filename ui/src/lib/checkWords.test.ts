import { describe, expect, it } from "vitest";
import { createWords } from "@/words/words";
import { checkWords } from "./checkWords";

describe("checks in words", () => {
  const en = createWords("en").getFixedT("en");
  const zh = createWords("zh").getFixedT("zh");
  const say = (kind: string, expected: string) =>
    checkWords(en, { kind, field: "Total", expected });

  it("say limits, and leave an open end out", () => {
    expect(say("range", "0 – 1")).toBe("Total is between 0 and 1");
    expect(say("range", "2000-01-01 – …")).toBe("Total is at least 2000-01-01");
    expect(say("range", "… – 5")).toBe("Total is at most 5");
    expect(checkWords(zh, { kind: "range", field: "Total", expected: "0 – 1" })).toBe(
      "“Total”介于 0 和 1 之间",
    );
  });

  it("say every other kind, and keep what they do not know", () => {
    expect(say("required", "")).toBe("Total is filled in");
    expect(say("sum", "Net + Tax")).toBe("Total is Net + Tax");
    expect(say("lookup", "references/accounts.csv")).toBe(
      "Total stands in references/accounts.csv",
    );
    expect(say("evidence", "")).toBe("Total stands in the source");
    expect(say("agree", "")).toBe("Total: a second model agrees");
    expect(say("new_kind", "blue")).toBe("Total: blue");
  });
});
