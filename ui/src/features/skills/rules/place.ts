/** A field of the table: the row's place, and the column's. */
export type Place = { row: number; column: number };

/** The column of the buttons that act on a whole rule. */
export const TOOLS = -1;
