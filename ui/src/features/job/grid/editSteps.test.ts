import { describe, expect, it } from "vitest";
import { jobRow } from "@/testing/fixtures/rows";
import {
  NO_EDITS,
  pageWith,
  withoutStep,
  withStep,
  withStepAgain,
  type EditStep,
} from "./editSteps";

const step = (text: string): EditStep => ({
  kind: "cells",
  before: [{ position: 0, column: 1, text: "old" }],
  after: [{ position: 0, column: 1, text }],
});

describe("acts on cells", () => {
  it("are taken back and done again in order", () => {
    const both = withStep(withStep(NO_EDITS, step("one")), step("two"));
    const back = withoutStep(withoutStep(both));
    expect(back).toEqual({ done: [], undone: [step("two"), step("one")] });
    expect(withStepAgain(back).done).toEqual([step("one")]);
    expect(withoutStep(NO_EDITS)).toBe(NO_EDITS);
  });

  it("forget what was taken back once something new is written", () => {
    const back = withoutStep(withStep(NO_EDITS, step("one")));
    expect(withStep(back, step("two"))).toEqual({ done: [step("two")], undone: [] });
  });

  it("change only the page they are on", () => {
    const page = { total: 2, all: 2, by_rule: 0, by_model: 2, rows: [jobRow(0), jobRow(1)] };
    const changed = pageWith(page, [{ position: 1, column: 0, text: "new" }]);
    expect(changed.rows.map((row) => row.cells[0])).toEqual([jobRow(0).cells[0], "new"]);
    expect(page.rows[1]?.cells[0]).toBe(jobRow(1).cells[0]);
    expect(pageWith(page, [{ position: 7, column: 0, text: "new" }])).toBe(page);
  });
});
