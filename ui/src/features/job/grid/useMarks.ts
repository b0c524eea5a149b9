import type { ColumnRegular } from "@revolist/react-datagrid";
import { useEffect, useRef, type RefObject } from "react";
import type { DrawnMarks, Marks } from "./foundMarks";
import { columnOf } from "./gridRows";
import { chooseCells, showCell } from "./showCell";

type Shown = {
  marks: Marks;
  /** Where the drawing of cells reads them. */
  drawn: DrawnMarks;
  /** True while the field that finds is open. */
  seeking: boolean;
  columns: ColumnRegular[];
  /** How far the rows are scrolled, in px. */
  top: RefObject<number>;
};

/** Draws the cells anew when what is looked for changes, and brings the cell that was found into sight. */
export function useMarks(grid: RefObject<HTMLRevoGridElement | null>, shown: Shown): void {
  const { marks, drawn, seeking } = shown;
  const now = useRef(shown);
  const last = useRef<Marks["here"]>(null);
  // Follows the effects below, which run only when what is looked for changes.
  useEffect(() => {
    now.current = shown;
    if (marks.here !== null) last.current = marks.here;
  });
  // Follows the field that finds: once it is closed, the place that was found has the focus.
  useEffect(() => {
    if (seeking) last.current = null;
    const element = grid.current;
    if (seeking || !element || last.current === null) return;
    const { row, column } = last.current;
    const x = placeOf(now.current.columns, column);
    const cell = { x, y: row, x1: x, y1: row };
    if (x >= 0) void chooseCells(element, cell, now.current.top.current);
  }, [grid, seeking]);
  // Follows what is looked for; the grid draws its cells outside React.
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    if (!drawn.write(marks)) return;
    void element.refresh("rgRow");
    if (marks.here === null) return;
    const { row, column } = marks.here;
    const x = placeOf(now.current.columns, column);
    void showCell(element, { row, column, x }, now.current.top.current);
  }, [grid, marks, drawn]);
}

/** Where a column of the list stands in the grid; below 0: it is not shown. */
function placeOf(columns: ColumnRegular[], column: number): number {
  return columns.findIndex(({ prop }) => columnOf(prop) === column);
}
