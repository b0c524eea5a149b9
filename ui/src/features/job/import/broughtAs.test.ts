import { describe, expect, it } from "vitest";
import type { JobView } from "@/bindings/contract";
import { jobs, jobView } from "@/testing/fixtures/jobs";
import type { Grant, GrantKind } from "@/platform/Platform";
import { broughtAs } from "./broughtAs";

const grant = (kind: GrantKind, name: string): Grant => ({ grant: name, name, kind });

function job(kind: string | null, reads: boolean): JobView {
  const [summary] = jobs(0);
  if (!summary) throw new Error("no fixture");
  const view = jobView(summary);
  const [input] = view.inputs;
  if (!input || !view.table) throw new Error("no fixture");
  return {
    ...view,
    table: kind === null ? null : { ...view.table, kind },
    inputs: reads ? [{ ...input, kind: "file" }] : view.inputs,
  };
}

describe("files that are dropped", () => {
  const table = grant("table", "clients.xlsx");
  const folder = grant("folder", "statements");
  const scan = grant("document", "a.pdf");
  const note = grant("text", "b.txt");

  it("are a list where they are one table, and documents for its rows where they come with it", () => {
    expect(broughtAs([table], job("csv", true))).toEqual({ list: [table], documents: [] });
    expect(broughtAs([folder, table, note], job(null, true))).toEqual({
      list: [table],
      documents: [folder, note],
    });
  });

  it("go to the rows of a table that is there, if the skill reads documents", () => {
    expect(broughtAs([scan, note], job("csv", true))).toEqual({
      list: [],
      documents: [scan, note],
    });
    expect(broughtAs([folder], job("csv", true))).toEqual({ list: [], documents: [folder] });
    expect(broughtAs([scan], job("csv", false))).toEqual({ list: [scan], documents: [] });
  });

  it("are one task each otherwise: all of them, not only the first", () => {
    expect(broughtAs([scan, note], job(null, true))).toEqual({ list: [scan, note], documents: [] });
    expect(broughtAs([scan, folder], job("files", true))).toEqual({
      list: [scan, folder],
      documents: [],
    });
    const two = [table, grant("table", "other.csv")];
    expect(broughtAs(two, job("csv", true))).toEqual({ list: two, documents: [] });
    expect(broughtAs([note], job("csv", true))).toEqual({ list: [note], documents: [] });
  });
});
