import type { ListRow } from "@/bindings/contract";
import type { TypedCell } from "./useCellEdits";

/** The new rows that cells below the last of `total` rows make, each `width` cells wide; rows between them are blank. */
export function rowsBelow(cells: TypedCell[], total: number, width: number): ListRow[] {
  const below = cells.filter((cell) => cell.index >= total);
  const last = below.reduce((most, cell) => Math.max(most, cell.index), total - 1);
  const rows = Array.from({ length: last - total + 1 }, (_, at) => ({
    position: total + at,
    source_row: null,
    cells: Array.from({ length: width }, () => ""),
    problem: null,
  }));
  for (const { index, column, text } of below) {
    const row = rows[index - total];
    if (row) row.cells[column] = text;
  }
  return rows;
}
