import { describe, expect, it } from "vitest";
import { axisDigits } from "./spendingOption";

describe("the axis of the spending chart", () => {
  it("tells every grid line apart, however small the sums", () => {
    for (const top of [0.0004, 0.01, 0.02, 0.06, 0.1, 1, 2, 6, 8, 10, 400]) {
      const step = top / 4;
      const lines = [0, 1, 2, 3, 4].map((line) => (line * step).toFixed(axisDigits(step)));
      expect(new Set(lines).size).toBe(5);
    }
  });

  it("shows cents where cents are enough", () => {
    expect([0.25, 0.5, 1, 2.5].map((step) => (3 * step).toFixed(axisDigits(step)))).toEqual([
      "0.75",
      "1.50",
      "3",
      "7.50",
    ]);
  });
});
