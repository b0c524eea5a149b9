import { useState } from "react";
import type { RulesView } from "@/bindings/contract";
import { edited, sheetOf, type Edit, type Sheet } from "./sheet";

/** A table being edited, with the way back. */
export type Editing = {
  sheet: Sheet;
  /** What it was made from, to be given back when it is saved. */
  base: string;
  edit: (edit: Edit) => void;
  /** Takes the last edit back. */
  undo: () => void;
  canUndo: boolean;
  /** True if it differs from what was read. */
  changed: boolean;
  /** True if another table is stored by now than the one this was made from. */
  stale: boolean;
  /** Starts again from a table, which then counts as changed if `changed` says so. */
  reset: (view: RulesView, changed?: boolean) => void;
  /** Puts another table in the place of this one; undo brings this one back. */
  replace: (view: RulesView) => void;
  /** Keeps what is typed, to be saved over what is stored now. */
  keep: () => void;
  /** Says that it is saved, and what stands for that. */
  saved: (base: string) => void;
};

type Held = {
  now: Sheet;
  past: Sheet[];
  foreign: boolean;
  base: string;
  /** The stored table seen last. */
  seen: string;
};

function held(view: RulesView, foreign = false): Held {
  return { now: sheetOf(view), past: [], foreign, base: view.base, seen: view.base };
}

/** Holds a rules table while it is edited. A stored one that changes takes its place unless something is typed. */
export function useSheet(view: RulesView): Editing {
  const [state, setState] = useState<Held>(() => held(view));
  const changed = state.foreign || state.past.length > 0;
  if (view.base !== state.seen) {
    setState(changed ? { ...state, seen: view.base } : held(view));
  }
  const became = (now: (before: Held) => Sheet) =>
    setState((before) => ({ ...before, now: now(before), past: [...before.past, before.now] }));
  return {
    sheet: state.now,
    base: state.base,
    edit: (edit) => became((before) => edited(before.now, edit)),
    undo: () =>
      setState((before) => {
        const last = before.past.at(-1);
        return last ? { ...before, now: last, past: before.past.slice(0, -1) } : before;
      }),
    canUndo: state.past.length > 0,
    changed,
    stale: changed && view.base !== state.base,
    reset: (next, foreign = false) => setState(held(next, foreign)),
    replace: (next) => became(() => sheetOf(next)),
    keep: () => setState((before) => ({ ...before, base: view.base })),
    saved: (base) => setState((before) => ({ ...before, past: [], foreign: false, base })),
  };
}
