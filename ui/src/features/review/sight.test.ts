import { expect, it } from "vitest";
import { isPicked, togglePick, withPicks } from "./sight";

it("picks several values of a facet and lets each go again", () => {
  const both = togglePick(togglePick([], "by", "rule"), "by", "model");
  expect(both).toEqual([{ facet: "by", values: ["rule", "model"] }]);
  expect(isPicked(both, "by", "model")).toBe(true);
  expect(togglePick(both, "by", "rule")).toEqual([{ facet: "by", values: ["model"] }]);
  expect(togglePick(togglePick(both, "by", "rule"), "by", "model")).toEqual([]);
});

it("opens a group inside what was picked before", () => {
  const picks = [
    { facet: "by", values: ["rule"] },
    { facet: "output:account", values: ["Food Costs", "Postage"] },
  ];
  expect(withPicks(picks, [{ facet: "output:account", values: ["Postage"] }])).toEqual([
    { facet: "by", values: ["rule"] },
    { facet: "output:account", values: ["Postage"] },
  ]);
});
