import { describe, expect, it } from "vitest";
import { readCondition } from "@/lib/conditions";
import { OPS, opOf, valuesOf, writeCell } from "./cells";

describe("Cells of a rules table", () => {
  it("come back as they were written", () => {
    for (const cell of [
      "",
      "is TESCO",
      "is not TESCO",
      "contains OYSTER",
      "starts with DVLA",
      "ends with .co.uk",
      "one of A|B C",
      "between 0 and 150",
      "> 0",
      "< 5",
      ">= 1,000",
      "<= 9",
      "matches ^B( |$)",
      "is empty",
      "is not empty",
      "something else",
    ]) {
      const condition = readCondition(cell);
      expect(writeCell(opOf(condition), ...valuesOf(condition))).toBe(cell);
    }
  });

  it("keep the value when the condition changes", () => {
    expect(OPS.map((op) => writeCell(op, "A|B", "C"))).toEqual([
      "",
      "is A|B",
      "is not A|B",
      "contains A|B",
      "starts with A|B",
      "ends with A|B",
      "one of A|B",
      "between A|B and C",
      "> A|B",
      "< A|B",
      ">= A|B",
      "<= A|B",
      "matches A|B",
      "is empty",
      "is not empty",
    ]);
  });
});
