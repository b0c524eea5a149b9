import { describe, expect, it } from "vitest";
import { jobRow } from "@/testing/fixtures/rows";
import { columnOf, gridRows, PAGE_ROWS, pagesAround } from "./gridRows";

function page(number: number, count: number) {
  const rows = Array.from({ length: count }, (_, index) => jobRow(number * PAGE_ROWS + index));
  return { total: 500, all: 500, by_rule: 0, by_model: 0, rows };
}

describe("rows of the grid", () => {
  it("has a blank for every row that is not here yet", () => {
    const rows = gridRows(500, [0, 2], [page(0, PAGE_ROWS), page(2, 100)]);
    expect(rows).toHaveLength(500);
    expect(rows[0]?.row?.source_row).toBe(2);
    expect(rows[250]).toEqual({ row: null });
    expect(rows[499]?.row?.position).toBe(499);
    expect(rows[0]?.c1).toBe(jobRow(0).cells[1]);
  });

  it("asks for the pages around what is in sight, and always for the first", () => {
    expect(pagesAround(0, 40, 10_000)).toEqual([0]);
    expect(pagesAround(150, 200, 10_000)).toEqual([0, 1]);
    expect(pagesAround(5_000, 5_040, 10_000)).toEqual([0, 24, 25]);
    expect(pagesAround(9_990, 10_050, 10_000)).toEqual([0, 49]);
    expect(pagesAround(0, 40, 0)).toEqual([0]);
  });

  it("knows cells from results", () => {
    expect(columnOf("c12")).toBe(12);
    expect(columnOf("o0")).toBeNull();
  });
});
