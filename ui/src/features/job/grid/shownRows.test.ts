import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { JobRowsPage } from "@/bindings/contract";
import { jobRow } from "@/testing/fixtures/rows";
import { pageWith, showChange } from "./shownRows";

const page = (first: number, rows: number, total: number): JobRowsPage => ({
  total,
  all: total,
  by_rule: 0,
  by_model: total,
  rows: Array.from({ length: rows }, (_, at) => jobRow(first + at)),
});
const asked = (offset: number, more = {}) => [
  "job/rows",
  { job: "job-1", view: "all", search: "", filters: [], offset, limit: 4, ...more },
];
const added = (position: number) => ({
  position,
  source_row: null,
  cells: [`new ${position}`],
  problem: null,
});

describe("rows on screen, before the host has answered", () => {
  it("change only on the page they are on", () => {
    const old = page(0, 2, 2);
    const changed = pageWith(old, [{ position: 1, column: 0, text: "new" }]);
    expect(changed.rows.map((row) => row.cells[0])).toEqual([jobRow(0).cells[0], "new"]);
    expect(old.rows[1]?.cells[0]).toBe(jobRow(1).cells[0]);
    expect(pageWith(old, [{ position: 7, column: 0, text: "new" }])).toBe(old);
  });

  it("stand below the last one, over as many pages as they need, and go again", () => {
    const client = new QueryClient();
    client.setQueryData(asked(0), page(0, 4, 6));
    client.setQueryData(asked(4), page(4, 2, 6));
    client.setQueryData(asked(0, { search: "asda" }), page(0, 1, 1));
    const rows = [6, 7, 8].map(added);
    const first = () => client.getQueryData<JobRowsPage>(asked(0));
    const cells = (offset: number) =>
      client.getQueryData<JobRowsPage>(asked(offset))?.rows.map((row) => row.position);

    showChange(client, "job-1", { edits: [], added: rows, removed: 0 });
    expect([first()?.total, cells(0), cells(4), cells(8)]).toEqual([
      9,
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8],
    ]);
    expect(client.getQueryData<JobRowsPage>(asked(0, { search: "asda" }))?.total).toBe(1);

    showChange(client, "job-1", { edits: [], added: [], removed: 3 });
    expect([first()?.total, cells(4), cells(8)]).toEqual([6, [4, 5], []]);
  });
});
