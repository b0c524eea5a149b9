import type { ColumnRegular } from "@revolist/react-datagrid";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import type { GridRange } from "./gridEvents";
import { columnOf, type GridRow } from "./gridRows";
import { pastedCells } from "./pastedCells";
import { chooseCells } from "./showCell";
import type { TypedCell } from "./useCellEdits";

/** What is written into the grid, and where the focus goes afterwards. */
type GridWrites = {
  onEdit: (cells: TypedCell[]) => void;
  onPaste: (block: string[][], range: GridRange) => void;
  /** The key that ended a field. */
  onKey: (key: "Enter" | "Tab") => void;
};

type Options = {
  columns: ColumnRegular[];
  rows: GridRow[];
  /** True if the last row is blank and makes new rows. */
  grows: boolean;
  events: { onEdit: (cells: TypedCell[]) => void };
  onCutOff: (rows: number, columns: number) => void;
  /** How far the rows are scrolled, in px. */
  top: RefObject<number>;
};

/** Turns typing and pasting into cells, also below the last row. */
export function useGridWrites(
  grid: RefObject<HTMLRevoGridElement | null>,
  chosen: RefObject<GridRange | null>,
  { columns, rows, grows, events, onCutOff, top }: Options,
): GridWrites {
  /** Cells to choose as soon as their rows are there. */
  const wanted = useRef<GridRange | null>(null);
  const endedBy = useRef<"Enter" | "Tab" | null>(null);
  // Follows the grid's own rows: those that an act made can be chosen once it has taken them.
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const onTaken = (event: CustomEvent<{ source: unknown[] }>) => {
      const last = event.detail.source.length - 1;
      // Chosen rows may have gone; those that are left are chosen.
      const now = chosen.current;
      if (now && now.y1 > last && last >= 0) {
        wanted.current ??= { ...now, y: Math.min(now.y, last), y1: last };
      }
      const range = wanted.current;
      if (!range || range.y1 > last) return;
      wanted.current = null;
      // After the grid has drawn them, and after that the numbers of the rows.
      const choose = () => {
        // The grid does not tell of cells that are chosen for it.
        chosen.current = range;
        void chooseCells(element, range, top.current);
      };
      requestAnimationFrame(() => requestAnimationFrame(choose));
    };
    element.addEventListener("aftersourceset", onTaken as EventListener);
    return () => element.removeEventListener("aftersourceset", onTaken as EventListener);
  }, [grid, top, chosen]);
  const onKey = useCallback((key: "Enter" | "Tab") => {
    endedBy.current = key;
  }, []);
  return {
    onKey,
    onEdit: (cells) => {
      const blank = grows ? rows.length - 1 : rows.length;
      const written = cells.filter((cell) => cell.text !== "" || cell.index < blank);
      // As in a spreadsheet, Enter goes on to the row below, though it is only made now.
      const range = chosen.current;
      if (range && endedBy.current === "Enter" && written.some((cell) => cell.index >= blank)) {
        wanted.current = { x: range.x, x1: range.x, y: blank + 1, y1: blank + 1 };
      }
      endedBy.current = null;
      if (written.length > 0) events.onEdit(written);
    },
    onPaste: (block, range) => {
      const places = columns
        .filter((column) => column.pin === undefined)
        .map((column) => columnOf(column.prop));
      const room = grows ? Number.POSITIVE_INFINITY : rows.length;
      const pasted = pastedCells(block, { range, places, rows: room });
      wanted.current = pasted.range;
      if (pasted.cells.length > 0) events.onEdit(pasted.cells);
      if (pasted.rowsCutOff + pasted.columnsCutOff > 0) {
        onCutOff(pasted.rowsCutOff, pasted.columnsCutOff);
      }
    },
  };
}
