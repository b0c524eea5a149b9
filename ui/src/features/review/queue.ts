import type { ReviewRow, TaskFilter, TaskRow } from "@/bindings/contract";
import type { Sight } from "./sight";

/** The rows a person goes through, in the order they came; judged ones keep their place. */
export type Queue = {
  rows: ReviewRow[];
  /** How far the host's lists were read. */
  at: Place;
};

/** Where reading goes on: which of the lists, after how many of its rows; done: everything was read. */
export type Place = { list: number; offset: number; done: boolean };

/** Lists in the order a person wants them: in the order of the file, rows that need a person come first. */
export function listsOf({ show, order }: Pick<Sight, "show" | "order">): TaskFilter[] {
  return show === "unjudged" && order === "file" ? ["needs_review", "unjudged"] : [show];
}

/** True if a person can still say what becomes of it. */
export function isOpen(row: TaskRow): boolean {
  return row.outcome === "done" && row.verdict === null;
}

/** True if a required field is empty: it cannot be accepted as it is. */
export function isUnfilled(row: ReviewRow): boolean {
  return row.reasons.some((reason) => reason.kind === "unfilled");
}

/** How many rows are not judged yet. */
export function openCount(rows: TaskRow[]): number {
  return rows.reduce((sum, row) => sum + (isOpen(row) ? 1 : 0), 0);
}

/** The next row that is not judged, after the given one and then from the top; none if all others are. */
export function nextOpen(rows: ReviewRow[], task: number | null): ReviewRow | null {
  const at = rows.findIndex((row) => row.task === task);
  const after = rows.slice(at + 1).find(isOpen);
  return after ?? rows.slice(0, Math.max(0, at)).find(isOpen) ?? null;
}

/** The row before or after in the list; the same at its ends; the first if none is chosen. */
export function neighbour(rows: ReviewRow[], task: number | null, by: 1 | -1): ReviewRow | null {
  const at = rows.findIndex((row) => row.task === task);
  return (at === -1 ? rows[0] : (rows[at + by] ?? rows[at])) ?? null;
}

/** The list with some rows replaced by newer ones; a row that is not in it is put in at its place in the file. */
export function withRows(rows: ReviewRow[], changed: ReviewRow[]): ReviewRow[] {
  const newer = new Map(changed.map((row) => [row.task, row]));
  const kept = rows.map((row) => {
    const found = newer.get(row.task);
    newer.delete(row.task);
    return found ?? row;
  });
  for (const row of newer.values()) {
    const at = kept.findIndex((other) => other.task > row.task);
    kept.splice(at === -1 ? kept.length : at, 0, row);
  }
  return kept;
}

/** The list with rows added that it does not have yet, at its end. */
export function withMore(rows: ReviewRow[], more: ReviewRow[]): ReviewRow[] {
  const known = new Set(rows.map((row) => row.task));
  const fresh = more.filter((row) => !known.has(row.task));
  return fresh.length === 0 ? rows : [...rows, ...fresh];
}

/** What a result looks like right after a verdict, before the host has said so. */
export function judged(
  row: ReviewRow,
  verdict: "accepted" | "corrected" | "rejected",
  shown: string[] = row.shown,
): ReviewRow {
  return {
    ...row,
    verdict,
    shown,
    needs_review: false,
    before: verdict === "corrected" ? (row.before ?? row.shown) : row.before,
  };
}
