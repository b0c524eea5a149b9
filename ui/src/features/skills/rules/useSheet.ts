import { useState } from "react";
import type { RulesView } from "@/bindings/contract";
import { edited, sheetOf, type Edit, type Sheet } from "./sheet";

/** A table being edited, with the way back. */
export type Editing = {
  sheet: Sheet;
  edit: (edit: Edit) => void;
  /** Takes the last edit back. */
  undo: () => void;
  canUndo: boolean;
  /** True if it differs from what was read. */
  changed: boolean;
  /** Starts again from a table, which then counts as changed if `changed` says so. */
  reset: (view: RulesView, changed?: boolean) => void;
};

type Held = { now: Sheet; past: Sheet[]; foreign: boolean };

/** Holds a rules table while it is edited. */
export function useSheet(view: RulesView): Editing {
  const [held, setHeld] = useState<Held>(() => ({ now: sheetOf(view), past: [], foreign: false }));
  return {
    sheet: held.now,
    edit: (edit) =>
      setHeld((before) => ({
        ...before,
        now: edited(before.now, edit),
        past: [...before.past, before.now],
      })),
    undo: () =>
      setHeld((before) => {
        const last = before.past.at(-1);
        return last ? { ...before, now: last, past: before.past.slice(0, -1) } : before;
      }),
    canUndo: held.past.length > 0,
    changed: held.foreign || held.past.length > 0,
    reset: (next, changed = false) => setHeld({ now: sheetOf(next), past: [], foreign: changed }),
  };
}
