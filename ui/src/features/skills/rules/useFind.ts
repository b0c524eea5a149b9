import { useState } from "react";
import { rowsWith, type SheetRow } from "./sheet";

/** A text looked for in a table, and which of the rows with it was gone to. */
export type Find = {
  text: string;
  set: (text: string) => void;
  /** Goes to the next row with the text, or to the one before. */
  step: (by: 1 | -1) => void;
  /** How many rows have it. */
  count: number;
  /** Which of them was gone to, from 1; 0: none. */
  number: number;
  /** The place of that row; null: none. */
  at: number | null;
  /** The row to bring into view, another object each time it is asked for; null: none. */
  goTo: { row: number } | null;
};

/** Looks for a text in the rows of a table. */
export function useFind(rows: SheetRow[]): Find {
  const [state, setState] = useState({ text: "", place: 0, goTo: nowhere() });
  const places = rowsWith(rows, state.text);
  const count = places.length;
  const place = Math.min(state.place, Math.max(0, count - 1));
  const gone = (text: string, to: number, among: number[]) => {
    const row = among[to];
    setState({ text, place: to, goTo: row === undefined ? null : { row } });
  };
  return {
    text: state.text,
    set: (text) => gone(text, 0, rowsWith(rows, text)),
    step: (by) => gone(state.text, count === 0 ? 0 : (place + by + count) % count, places),
    count,
    number: count === 0 ? 0 : place + 1,
    at: places[place] ?? null,
    goTo: state.goTo,
  };
}

function nowhere(): Find["goTo"] {
  return null;
}
