import { columnOf } from "./gridRows";
import { parseTsv, quoteCell } from "./tsv";
import type { TypedCell } from "./useCellEdits";

/** What the grid's events are turned into. */
export type GridEvents = {
  onEdit: (cells: TypedCell[]) => void;
  /** A block of cells is pasted over these, or from the first of them on. */
  onPaste: (block: string[][], range: GridRange) => void;
  onSight: (top: number) => void;
  onResize: (widths: Record<string, number>) => void;
  /** A cell is no field any more. */
  onEditEnd: () => void;
  /** Several cells are chosen. Asked at a key, the grid would still tell the range of the key before. */
  onRange: (range: GridRange) => void;
  /** One cell has the focus, and no others are chosen. */
  onCell: () => void;
  /** Cells are copied whose rows are not here yet; the grid would copy blanks. */
  onCopyMissing: (range: GridRange) => void;
  isHere: (index: number) => boolean;
};

/** Rows `y` to `y1` and columns `x` to `x1`, by their places in the grid. */
export type GridRange = { x: number; y: number; x1: number; y1: number };

/**
 * Listens to the grid. No edit is left to the grid itself: it would write into rows it does not own, and paste HTML
 * by building it.
 */
export function listenToGrid(grid: HTMLElement, events: () => GridEvents): () => void {
  let pasted: string[][] = [];
  let copied: GridRange | null = null;
  const listeners: Record<string, (event: CustomEvent) => void> = {
    beforekeydown: (event: CustomEvent<{ original: KeyboardEvent }>) => {
      const { original } = event.detail;
      const outside = original.target instanceof Node && !grid.contains(original.target);
      // Heads have keys of their own.
      const head = original.target instanceof Element && original.target.closest("[data-column]");
      if (original.isComposing || outside || head) event.preventDefault();
    },
    setrange: (event: CustomEvent<GridRange>) => {
      const { x, y, x1, y1 } = event.detail;
      events().onRange({ x, y, x1, y1 });
    },
    afterfocus: () => events().onCell(),
    beforeedit: (event: CustomEvent<{ prop: string; rowIndex: number; val?: unknown }>) => {
      event.preventDefault();
      const { prop, rowIndex, val } = event.detail;
      const column = columnOf(prop);
      if (column !== null) {
        events().onEdit([{ index: rowIndex, column, text: typeof val === "string" ? val : "" }]);
      }
    },
    beforerangeedit: (event: CustomEvent<{ data: Record<number, Record<string, unknown>> }>) => {
      event.preventDefault();
      const rows = Object.entries(event.detail.data);
      events().onEdit(
        rows.flatMap(([index, cells]) =>
          Object.entries(cells).flatMap(([prop, text]) => {
            const column = columnOf(prop);
            return column === null
              ? []
              : [{ index: Number(index), column, text: typeof text === "string" ? text : "" }];
          }),
        ),
      );
    },
    // Dragging the corner of a selection repeats its cells, as `beforerangeedit` then tells.
    beforepaste: (event: CustomEvent<{ isHTML: boolean; raw: string; dataText: string }>) => {
      event.detail.isHTML = false;
      event.detail.raw = event.detail.dataText;
    },
    beforepasteapply: (event: CustomEvent<{ dataText: string; parsed: string[][] }>) => {
      pasted = parseTsv(event.detail.dataText);
      event.detail.parsed = pasted;
    },
    // Comes only where cells can be written: a cell has the focus, and it is no field at the moment.
    clipboardrangepaste: (event: CustomEvent<{ range: GridRange | null; colType: string }>) => {
      event.preventDefault();
      const { range, colType } = event.detail;
      if (range && colType === "rgCol") events().onPaste(pasted, range);
    },
    clipboardrangecopy: (event: CustomEvent<{ range: GridRange; data: unknown[][] }>) => {
      copied = event.detail.range;
      event.detail.data = event.detail.data.map((row) =>
        row.map((cell) => quoteCell(typeof cell === "string" ? cell : "")),
      );
    },
    beforecopyapply: (event) => {
      const range = copied;
      if (!range) return;
      for (let index = range.y; index <= range.y1; index += 1) {
        if (events().isHere(index)) continue;
        event.preventDefault();
        events().onCopyMissing(range);
        return;
      }
    },
    canceledit: () => events().onEditEnd(),
    aftergridrender: () => nameParts(grid),
    viewportscroll: (event: CustomEvent<{ dimension: string; coordinate: number }>) => {
      if (event.detail.dimension === "rgRow") events().onSight(event.detail.coordinate);
    },
    aftercolumnresize: (event: CustomEvent<Record<number, { prop: string; size?: number }>>) => {
      const widths = Object.values(event.detail).flatMap(({ prop, size }) =>
        size === undefined ? [] : [[prop, size] as const],
      );
      events().onResize(Object.fromEntries(widths));
    },
  };
  const entries = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of entries) grid.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of entries) grid.removeEventListener(name, listener);
  };
}

/** The grid leaves the row of its heads without a role, and its maker's link among its rows. */
function nameParts(grid: HTMLElement): void {
  for (const row of grid.querySelectorAll(".header-rgRow")) row.setAttribute("role", "row");
  grid.querySelector("revogr-attribution")?.setAttribute("aria-hidden", "true");
  grid.querySelector("revogr-attribution a")?.setAttribute("tabindex", "-1");
}
