import type { JobRow, JobRowsPage } from "@/bindings/contract";

/** Rows asked for at once. */
export const PAGE_ROWS = 200;

/** A row as the grid holds it: cells under `c0`, `c1`…, results under `o0`…; `row` is null until it is here. */
export type GridRow = {
  row: JobRow | null;
  /** True for the blank row below the last one, where typing makes a new row. */
  blank?: true;
  [prop: `c${number}` | `o${number}`]: string;
};

/** A row that is not here yet. The grid writes into none of its rows, so one stands for all. */
const PENDING: GridRow = { row: null };

/** Rows as the grid holds them; most stay the same from one drawing to the next. */
const made = new WeakMap<JobRow, GridRow>();

/** All rows of a view, those that are not here yet as blanks. `pages` are the pages of `numbers`, in their order. */
export function gridRows(
  total: number,
  numbers: number[],
  pages: (JobRowsPage | undefined)[],
): GridRow[] {
  const rows = new Array<GridRow>(total).fill(PENDING);
  numbers.forEach((number, index) => {
    pages[index]?.rows.forEach((row, offset) => {
      const at = number * PAGE_ROWS + offset;
      if (at < total) rows[at] = gridRow(row);
    });
  });
  return rows;
}

/** Numbers of the pages that rows in view belong to, with half a page to either side; page 0 always. */
export function pagesAround(first: number, last: number, total: number): number[] {
  const top = Math.max(0, Math.floor((first - PAGE_ROWS / 2) / PAGE_ROWS));
  const bottom = Math.floor((Math.min(total - 1, last + PAGE_ROWS / 2) || 0) / PAGE_ROWS);
  const numbers = Array.from({ length: Math.max(1, bottom - top + 1) }, (_, index) => top + index);
  return numbers[0] === 0 ? numbers : [0, ...numbers];
}

/** The column a grid property stands for; null for results. */
export function columnOf(prop: string | number): number | null {
  const match = /^c(\d+)$/.exec(String(prop));
  return match ? Number(match[1]) : null;
}

function gridRow(row: JobRow): GridRow {
  const known = made.get(row);
  if (known) return known;
  const fresh: GridRow = { row };
  row.cells.forEach((cell, index) => (fresh[`c${index}`] = cell));
  row.shown.forEach((cell, index) => (fresh[`o${index}`] = cell));
  made.set(row, fresh);
  return fresh;
}
