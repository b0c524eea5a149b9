import { describe, expect, it } from "vitest";
import { field } from "@/testing/fixtures/skills";
import { inputOf, missingInputs, withColumn } from "./mapping";

describe("mapping", () => {
  const mapping = [
    { input: "creditor", columns: ["Creditor"] },
    { input: "value", columns: [] },
  ];

  it("lets several columns feed one input, in the order they were given", () => {
    expect(withColumn(mapping, "Town", "creditor")).toEqual([
      { input: "creditor", columns: ["Creditor", "Town"] },
      { input: "value", columns: [] },
    ]);
  });

  it("moves a column from one input to another", () => {
    const moved = withColumn(mapping, "Creditor", "value");
    expect(moved).toEqual([
      { input: "creditor", columns: [] },
      { input: "value", columns: ["Creditor"] },
    ]);
    expect(inputOf(moved, "Creditor")).toBe("value");
  });

  it("takes a column out of use", () => {
    expect(inputOf(withColumn(mapping, "Creditor", null), "Creditor")).toBeNull();
  });

  it("makes room for an input that was not mapped before", () => {
    expect(withColumn([], "Creditor", "creditor")).toEqual([
      { input: "creditor", columns: ["Creditor"] },
    ]);
  });

  it("names the inputs that must be there and that no column of this table feeds", () => {
    const inputs = [
      field("creditor", "Creditor", "text", { required: true }),
      field("value", "JV Value", "money"),
    ];
    expect(missingInputs(inputs, mapping, ["Creditor"])).toEqual([]);
    expect(missingInputs(inputs, mapping, ["Supplier"]).map((input) => input.label)).toEqual([
      "Creditor",
    ]);
  });
});
