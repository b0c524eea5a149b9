import { describe, expect, it } from "vitest";
import { NO_EDITS, withoutStep, withStep, withStepAgain, type EditStep } from "./editSteps";

const step = (text: string): EditStep => ({
  kind: "cells",
  before: [{ position: 0, column: 1, text: "old" }],
  after: [{ position: 0, column: 1, text }],
  added: [],
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
});
