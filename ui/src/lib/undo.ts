import { useSyncExternalStore } from "react";

/** What can be taken back right now: the last act, in words, and how. */
export type UndoOffer = {
  id: number;
  text: string;
  undo: () => void;
  /** `toast`: `Page` draws it; `screen`: the screen has its own place for it. */
  place: "toast" | "screen";
};

let offer: UndoOffer | null = null;
let next = 1;
const listeners = new Set<() => void>();

/** Offers to take an act back; it replaces the offer before it and stays until the next act. */
export function offerUndo(
  text: string,
  undo: () => void,
  place: UndoOffer["place"] = "toast",
): void {
  offer = { id: next++, text, undo, place };
  tell();
}

/** Takes the offer away, for example when another act begins. */
export function withdrawUndo(): void {
  offer = null;
  tell();
}

/** Takes the last act back, if there is an offer. */
export function takeUndo(): void {
  const current = offer;
  if (!current) return;
  withdrawUndo();
  current.undo();
}

/** The offer that stands. */
export function useUndoOffer(): UndoOffer | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer,
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}
