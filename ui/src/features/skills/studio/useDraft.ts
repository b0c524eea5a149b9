import { useReducer } from "react";
import type { SkillDraftView } from "@/bindings/contract";

/** A change of a draft. `what` names the value: letters typed into one value in a row are one step of undo. */
export type ChangeDraft = (what: string, change: (draft: SkillDraftView) => SkillDraftView) => void;

/** A draft in the editor, with everything that can be taken back. */
export type DraftHistory = {
  draft: SkillDraftView;
  change: ChangeDraft;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
};

type State = {
  now: SkillDraftView;
  past: SkillDraftView[];
  future: SkillDraftView[];
  /** The value that was changed last; empty after undo. */
  what: string;
};

type Step =
  | { do: "change"; what: string; change: (draft: SkillDraftView) => SkillDraftView }
  | { do: "undo" }
  | { do: "redo" };

/** More steps than anybody takes back. */
const STEPS = 200;

/** Holds a draft while it is edited. */
export function useDraft(first: SkillDraftView): DraftHistory {
  const [state, send] = useReducer(next, { now: first, past: [], future: [], what: "" });
  return {
    draft: state.now,
    change: (what, change) => send({ do: "change", what, change }),
    undo: () => send({ do: "undo" }),
    redo: () => send({ do: "redo" }),
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
  };
}

function next(state: State, step: Step): State {
  const { now, past, future } = state;
  switch (step.do) {
    case "change": {
      const changed = step.change(now);
      if (changed === now) return state;
      const sameValue = step.what === state.what && future.length === 0;
      return {
        now: changed,
        past: sameValue ? past : [...past, now].slice(-STEPS),
        future: [],
        what: step.what,
      };
    }
    case "undo": {
      const before = past.at(-1);
      return before
        ? { now: before, past: past.slice(0, -1), future: [now, ...future], what: "" }
        : state;
    }
    case "redo": {
      const after = future[0];
      return after
        ? { now: after, past: [...past, now], future: future.slice(1), what: "" }
        : state;
    }
  }
}
