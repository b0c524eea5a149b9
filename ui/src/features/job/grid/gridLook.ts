import type { FieldView, JobRow } from "@/bindings/contract";
import type { ColumnFeeds } from "./columnHead";
import type { ColumnShape } from "./columnShapes";
import type { DrawnMarks } from "./foundMarks";

/** Words of the grid, in the person's language. */
export type GridWords = {
  use: string;
  /** The blank row below the last one. */
  newRow: string;
  notUsed: string;
  result: (label: string) => string;
  /** What a screen reader says of the button above a column. */
  feeds: (column: string, input: string | null) => string;
  /** The same while columns are chosen for an input. */
  choose: (column: string, input: string, feedsIt: boolean) => string;
  decided: (row: JobRow) => string;
  /** Why a row cannot be used; null if it can. */
  problem: (row: JobRow) => string | null;
};

/** Everything the columns are made of. */
export type GridLook = {
  columns: string[];
  shapes: ColumnShape[];
  /** Widths the person dragged, by property. */
  dragged: Record<string, number>;
  /** The input each column feeds, by its label, and its place there if several do; null: not used. */
  feeds: (ColumnFeeds | null)[];
  /** True: columns that feed nothing are left out. */
  usedOnly: boolean;
  outputs: FieldView[];
  /** Indexes of the outputs shown besides the first. */
  moreOutputs: number[];
  /** Width of the row numbers in px. */
  numbers: number;
  /** Width of the grid in px; 0 while it is not known. */
  room: number;
  words: GridWords;
  /** The input that columns are chosen for at the moment, by its label; null: none. */
  choosing: string | null;
  /** What is looked for; read at every drawing of a cell. */
  marks: DrawnMarks;
  /** The button above a column was pressed. */
  onMap: (column: number, head: HTMLElement) => void;
};
