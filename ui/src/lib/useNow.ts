import { useSyncExternalStore } from "react";

const SECOND_MS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

/** The time now, to the second, for lengths that are still growing. Draws again once a second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read);
}

function read(): number {
  return Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}
