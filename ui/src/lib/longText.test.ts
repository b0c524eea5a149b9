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

  it("are not cut between a letter and its marks", () => {
    // Arabic with vowel signs and letters with accents of their own, on one line.
    for (const letter of ["مَ", "e\u0301", "ש\u05C1\u05B8"]) {
      const text = `x${letter.repeat(9000)}`;
      const parts = partsOf(text);
      expect(parts.join("") === text).toBe(true);
      expect(parts.slice(1).every((part) => part.startsWith(letter))).toBe(true);
      expect(`x${letter.repeat(200)}`.startsWith(beginning(text).slice(0, -1))).toBe(true);
      expect(beginning(text).slice(1, -1).replaceAll(letter, "")).toBe("");
    }
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
