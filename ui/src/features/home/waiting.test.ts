import { describe, expect, it } from "vitest";
import { run } from "@/testing/fixtures/runs";
import { raisedBudget, waitingIn } from "./waiting";

const review = { accepted: 0, corrected: 0, rejected: 0, by_sample: 0, left: 5, needs_review: 2 };

describe("what waits for the person", () => {
  it("lists review first, then pauses, then failures", () => {
    const runs = [
      run("failed", { tasks: { total: 3, done: 2, failed: 1, waiting: 0 } }),
      run("paused", { state: "paused", reason: "outage" }),
      run("review", { review }),
    ];
    expect(waitingIn(runs).map((item) => [item.kind, item.run.run])).toEqual([
      ["review", "review"],
      ["paused", "paused"],
      ["failed", "failed"],
    ]);
  });

  it("says nothing about a run that is fine", () => {
    expect(
      waitingIn([run("fine", { tasks: { total: 3, done: 3, failed: 0, waiting: 0 } })]),
    ).toEqual([]);
  });

  it("offers a budget that covers what is spent, uncertain and needed, in whole tenths", () => {
    expect(
      raisedBudget({ cost_usd: "1.70", uncertain_usd: "0.004", more_needed_usd: "0.80" }),
    ).toBe("2.6");
    expect(raisedBudget({ cost_usd: "1.70", uncertain_usd: "0", more_needed_usd: "0.80" })).toBe(
      "2.5",
    );
    expect(
      raisedBudget({ cost_usd: "1.70", uncertain_usd: "0", more_needed_usd: null }),
    ).toBeNull();
  });
});
