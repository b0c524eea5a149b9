import { useEffect, useRef } from "react";
import type { SkillDraftView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";

/** A moment without typing. */
const REST_MS = 800;

/**
 * Keeps what was typed and not saved, so that leaving the editor, or the program, loses nothing. A draft that is as
 * saved is forgotten.
 */
export function useKeepDraft(
  skill: string | null,
  draft: SkillDraftView,
  dirty: boolean,
): { forget: () => void } {
  const keep = useAct("studio/keep");
  const send = useRef(() => {});
  const waiting = useRef<number | null>(null);
  const first = useRef(true);
  const { mutate } = keep;
  // Follows the draft; what is sent is always the latest.
  useEffect(() => {
    send.current = () => {
      waiting.current = null;
      mutate({ ...(skill === null ? {} : { skill }), ...(dirty ? { draft } : {}) });
    };
    if (first.current) {
      first.current = false;
      return;
    }
    if (waiting.current !== null) window.clearTimeout(waiting.current);
    waiting.current = window.setTimeout(() => send.current(), REST_MS);
  }, [skill, draft, dirty, mutate]);
  // The clock outlives the screen: what it waits with is sent when the screen goes.
  useEffect(
    () => () => {
      if (waiting.current === null) return;
      window.clearTimeout(waiting.current);
      send.current();
    },
    [],
  );
  return {
    forget: () => {
      if (waiting.current !== null) window.clearTimeout(waiting.current);
      waiting.current = null;
      mutate(skill === null ? {} : { skill });
    },
  };
}
