import { describe, expect, it } from "vitest";
import { beginning, isLong, partsOf } from "./longText";

describe("long cells", () => {
  it("are cut into parts that are the text to the letter when joined", () => {
    const texts = [
      "x".repeat(50_000),
      "line\r\n".repeat(5000),
      `${"y".repeat(9000)}\n${"😀".repeat(9000)}`,
      "\u0000é\n",
    ];
    for (const text of texts) {
      const parts = partsOf(text);
      expect(parts.join("") === text).toBe(true);
      expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(8000);
      expect(Math.max(...parts.map((part) => part.split("\n").length))).toBeLessThanOrEqual(201);
      expect(parts.some((part) => /[\uD800-\uDBFF]$/.test(part))).toBe(false);
    }
    expect(partsOf("")).toEqual([]);
  });

  it("show their beginning, whole characters only", () => {
    expect(beginning("short")).toBe("short");
    expect(beginning(`${"a".repeat(159)}😀`)).toBe(`${"a".repeat(159)}…`);
    expect([isLong("one line"), isLong("two\nlines"), isLong("b".repeat(161))]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
