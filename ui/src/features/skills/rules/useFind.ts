import { useState } from "react";
import { rowsWith, type SheetRow } from "./sheet";

/** A text looked for in a table, and which of the rows with it is in view. */
export type Find = {
  text: string;
  set: (text: string) => void;
  /** Goes to the next row with the text, or to the one before. */
  step: (by: 1 | -1) => void;
  /** How many rows have it. */
  count: number;
  /** Which of them is in view, from 1; 0: none. */
  number: number;
  /** The place of that row; null: none. */
  at: number | null;
};

/** Looks for a text in the rows of a table. */
export function useFind(rows: SheetRow[]): Find {
  const [state, setState] = useState({ text: "", place: 0 });
  const places = rowsWith(rows, state.text);
  const count = places.length;
  const place = count === 0 ? 0 : ((state.place % count) + count) % count;
  return {
    text: state.text,
    set: (text) => setState({ text, place: 0 }),
    step: (by) => setState((before) => ({ ...before, place: before.place + by })),
    count,
    number: count === 0 ? 0 : place + 1,
    at: places[place] ?? null,
  };
}
