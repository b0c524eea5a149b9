import { describe, expect, it } from "vitest";
import type { TableProblem } from "@/bindings/contract";
import { lockedFiles } from "./lockedFiles";

const needs = (path: string, kind = "encrypted"): TableProblem => ({
  kind,
  row: 1,
  column: null,
  message: "It needs a password.",
  params: { case: "password", path },
  blocks_row: true,
});

describe("documents that wait for a password", () => {
  it("are named once each, and those of one name by their folders too", () => {
    const problems = [
      needs("May/bill.pdf"),
      needs("June\\bill.pdf"),
      needs("June/other.pdf"),
      needs("May/bill.pdf"),
      needs("May/cut.pdf", "damaged"),
    ];
    expect(lockedFiles(problems)).toEqual(["May/bill.pdf", "June\\bill.pdf", "other.pdf"]);
  });
});
