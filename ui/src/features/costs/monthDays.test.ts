import { describe, expect, it } from "vitest";
import { costRows } from "@/testing/fixtures/spending";
import { daysIn, monthAfter, monthDays } from "./monthDays";

describe("the days of a month", () => {
  it("sums the days up and forecasts those that have not come", () => {
    const rows = costRows("day", "2026-11").filter((row) => row.key <= "2026-11-03");
    const days = monthDays(rows, "2026-11", "2026-11-03");
    expect(days).toHaveLength(30);
    expect(days.slice(0, 4)).toEqual([
      { day: 1, spent: "0", soFar: "0", likely: null },
      { day: 2, spent: "0.14", soFar: "0.14", likely: null },
      { day: 3, spent: "0.92", soFar: "1.06", likely: null },
      { day: 4, spent: null, soFar: null, likely: "1.413333333333" },
    ]);
    expect(days.at(-1)?.likely).toBe("10.6");
  });

  it("forecasts nothing in a month that is over", () => {
    const days = monthDays(costRows("day", "2026-10"), "2026-10", "2026-11-24");
    expect(days.every((day) => day.likely === null)).toBe(true);
    expect(days.at(-1)?.soFar).toBe("14.12");
  });

  it("steps over the end of a year", () => {
    expect([monthAfter("2026-12", 1), monthAfter("2027-01", -1)]).toEqual(["2027-01", "2026-12"]);
    expect([daysIn("2026-02"), daysIn("2028-02"), daysIn("2026-12")]).toEqual([28, 29, 31]);
  });
});
