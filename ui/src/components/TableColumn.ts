import type { ReactNode } from "react";

/** A column of a [`Table`](./Table.tsx). */
export type TableColumn<Row> = {
  key: string;
  /** The head; empty for a column of buttons. */
  head: ReactNode;
  /** The cell. Text that does not fit ends in `…`; give `title` so that it can be read. */
  cell: (row: Row, index: number) => ReactNode;
  /** The whole text of the cell, shown on hover. */
  title?: (row: Row) => string;
  /** Width in px; left out, it shares what is left. */
  width?: number;
  /** Numbers stand at the right. */
  align?: "right";
  /** Lighter ink. */
  dim?: boolean;
  /** What comes out: white, like the result column of a task list. */
  result?: boolean;
  /** A row number of the file: sunken and small. */
  rowNumber?: boolean;
  /** Gone in windows under 1100 px; `widest`: under 1440 px. */
  wideOnly?: boolean | "widest";
  /** Sorting key of this column, for heads that sort on demand. */
  sort?: (row: Row) => number | string;
};
