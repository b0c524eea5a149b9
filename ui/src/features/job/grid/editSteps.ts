import type { CellEdit, ListRow } from "@/bindings/contract";

/**
 * One act: cells that were written over, together with rows that were added below the last one; rows that were put in;
 * or rows that were taken out. Positions are those of the list at the time of the act; acts are taken back in the order
 * they were done, so they fit again.
 */
export type EditStep =
  | { kind: "cells"; before: CellEdit[]; after: CellEdit[]; added: ListRow[] }
  | { kind: "insert" | "remove"; rows: ListRow[] };

/** Acts that can be taken back, and acts that were. */
export type EditHistory = { done: EditStep[]; undone: EditStep[] };

/** No act yet. */
export const NO_EDITS: EditHistory = { done: [], undone: [] };

/** How many acts are kept. */
const KEPT = 200;

/** After a new act; what was taken back before it is gone. */
export function withStep(history: EditHistory, step: EditStep): EditHistory {
  return { done: [...history.done, step].slice(-KEPT), undone: [] };
}

/** After the last act was taken back. */
export function withoutStep(history: EditHistory): EditHistory {
  const step = history.done.at(-1);
  return step ? { done: history.done.slice(0, -1), undone: [...history.undone, step] } : history;
}

/** After the act taken back last was done again. */
export function withStepAgain(history: EditHistory): EditHistory {
  const step = history.undone.at(-1);
  return step ? { done: [...history.done, step], undone: history.undone.slice(0, -1) } : history;
}
