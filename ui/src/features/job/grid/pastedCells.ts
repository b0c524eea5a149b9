import type { GridRange } from "./gridEvents";
import type { TypedCell } from "./useCellEdits";

/** Where pasted cells go. */
type Target = {
  /** The chosen cells; a single pasted cell fills them all, a block begins at the first. */
  range: GridRange;
  /** The list's column of each column of the grid, in their order; null: it cannot be written. */
  places: (number | null)[];
  /** Rows that can be written; more are cut off. */
  rows: number;
};

/** Cells of a paste, and what did not fit. */
type Pasted = {
  cells: TypedCell[];
  /** The cells that were written, to be chosen afterwards; null: none. */
  range: GridRange | null;
  rowsCutOff: number;
  columnsCutOff: number;
};

/** Lays pasted cells over the grid. */
export function pastedCells(block: string[][], { range, places, rows }: Target): Pasted {
  const single = block.length === 1 && block[0]?.length === 1;
  const height = single ? range.y1 - range.y + 1 : block.length;
  const width = single
    ? range.x1 - range.x + 1
    : block.reduce((most, row) => Math.max(most, row.length), 0);
  const bottom = Math.min(height, Math.max(0, rows - range.y));
  const right = Math.min(width, Math.max(0, places.length - range.x));
  const cells: TypedCell[] = [];
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x < right; x += 1) {
      const text = single ? block[0]?.[0] : block[y]?.[x];
      const column = places[range.x + x];
      if (text === undefined || column === undefined || column === null) continue;
      cells.push({ index: range.y + y, column, text });
    }
  }
  return {
    cells,
    range:
      bottom > 0 && right > 0
        ? { x: range.x, y: range.y, x1: range.x + right - 1, y1: range.y + bottom - 1 }
        : null,
    rowsCutOff: height - bottom,
    columnsCutOff: width - right,
  };
}
