import { describe, expect, it } from "vitest";
import { field } from "@/testing/fixtures/skills";
import { fieldLines } from "./fieldLines";

describe("fields of a skill", () => {
  it("stand under the list they belong to", () => {
    const lines = fieldLines([
      field("lines", "Lines", "list", { fields: [field("amount", "Amount", "money")] }),
      field("total", "Total", "money"),
    ]);
    expect(lines.map((line) => [line.key, line.depth])).toEqual([
      ["lines", 0],
      ["lines.amount", 1],
      ["total", 0],
    ]);
  });
});
