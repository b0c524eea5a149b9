import { expect, it } from "vitest";
import { showBytes, showCount, showPercent } from "./numbers";

it("groups thousands and gives a dash for what does not apply", () => {
  expect([4142, 0, null, undefined].map(showCount)).toEqual(["4,142", "0", "—", "—"]);
});

it("says 0% and 100% only where it is so", () => {
  expect(
    [
      [412, 600],
      [0, 600],
      [1, 600],
      [599, 600],
      [600, 600],
      [0, 0],
    ].map(([part = 0, whole = 0]) => showPercent(part, whole)),
  ).toEqual(["69%", "0%", "<1%", ">99%", "100%", "—"]);
});

it("writes bytes for people", () => {
  expect([0, 999, 184_320, 2_500_000].map(showBytes)).toEqual([
    "0 B",
    "999 B",
    "184.3 kB",
    "2.5 MB",
  ]);
});
