import { describe, expect, it } from "vitest";
import { readCondition, readOutcome } from "./conditions";

describe("cells of a rules table", () => {
  it.each([
    ["", { op: "any" }],
    ["is empty", { op: "empty" }],
    ["is OYSTER", { op: "is", value: "OYSTER" }],
    ["is not OYSTER", { op: "isNot", value: "OYSTER" }],
    ["Contains post office", { op: "contains", value: "post office" }],
    ["starts with UBER", { op: "startsWith", value: "UBER" }],
    ["ends with LTD", { op: "endsWith", value: "LTD" }],
    ["one of A|B | C", { op: "oneOf", values: ["A", "B", "C"] }],
    ["matches ^DVLA|FUEL", { op: "matches", value: "^DVLA|FUEL" }],
    ["> 0", { op: "more", value: "0" }],
    [">= 5", { op: "atLeast", value: "5" }],
    ["<=5", { op: "atMost", value: "5" }],
    ["< 100", { op: "less", value: "100" }],
    ["between 0 and 150", { op: "between", least: "0", most: "150" }],
    ["greater 5", { op: "text", value: "greater 5" }],
  ])("reads %j", (cell, condition) => {
    expect(readCondition(cell)).toEqual(condition);
  });

  it("knows an outcome from a question", () => {
    expect(readOutcome("Food Costs")).toEqual({ op: "text", value: "Food Costs" });
    expect(readOutcome("ask the model")).toEqual({ op: "askModel" });
    expect(readOutcome("Ask me")).toEqual({ op: "askMe" });
  });
});
