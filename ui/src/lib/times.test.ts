import { describe, expect, it } from "vitest";
import { knownZone, lengthOf, timesIn } from "./times";

const noon = Date.UTC(2026, 10, 24, 12, 5, 12);

describe("times", () => {
  it("tells moments in the stated zone", () => {
    const tokyo = timesIn("en", "Asia/Tokyo", () => noon);
    expect(tokyo.clockWithSeconds(noon)).toBe("21:05:12");
    expect(tokyo.dayKey(Date.UTC(2026, 10, 24, 16))).toBe("2026-11-25");
  });

  it("leaves the day out today and the year out this year", () => {
    const london = timesIn("en", "Europe/London", () => noon);
    expect(london.moment(noon)).toBe("12:05");
    expect(london.moment(Date.UTC(2026, 10, 20, 16, 31))).toBe("20 Nov 16:31");
    expect(london.moment(Date.UTC(2025, 10, 20, 16, 31))).toBe("20 Nov 2025 16:31");
    expect(london.day(noon)).toBe("Tuesday 24 November");
    expect(london.month("2026-11", true)).toBe("November 2026");
  });

  it("writes Chinese dates", () => {
    const shanghai = timesIn("zh", "Asia/Shanghai", () => noon);
    expect(shanghai.month("2026-11", true)).toBe("2026年11月");
    expect(shanghai.month("2026-11", false)).toBe("11月");
    expect(shanghai.moment(Date.UTC(2026, 10, 2, 8, 31))).toBe("11/2 16:31");
    expect(shanghai.moment(Date.UTC(2025, 10, 2, 8, 31))).toBe("2025/11/2 16:31");
  });

  it("falls back to UTC, and says so, for a zone nobody knows", () => {
    expect(knownZone("Mars/Olympus")).toBe("UTC");
  });

  it("splits a length into the two parts that matter", () => {
    expect([12_000, 80_000, 120_000, 4_980_000].map(lengthOf)).toEqual([
      { unit: "seconds", seconds: 12 },
      { unit: "minutes", minutes: 1, seconds: 20 },
      { unit: "wholeMinutes", minutes: 2 },
      { unit: "hours", hours: 1, minutes: 23 },
    ]);
  });
});
