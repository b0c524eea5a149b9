import type { TaskRow } from "@/bindings/contract";

/** Rows asked for at once. */
export const PAGE_ROWS = 200;

/** A place in a long list; its row is none until its page is there. */
export type Slot = { index: number; row: TaskRow | null };

/** The pages that hold the rows from first to last. */
export function pagesInView(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const to = Math.floor(Math.max(first, last) / PAGE_ROWS);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** All places of a list, filled as far as their pages are known. */
export function slotsOf(total: number, pages: ReadonlyMap<number, TaskRow[]>): Slot[] {
  return Array.from({ length: total }, (_, index) => ({
    index,
    row: pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null,
  }));
}
