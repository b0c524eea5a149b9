/** What stands behind the `?` of an address about a run; anything else there is left out. */
import type { TaskFilter } from "@/bindings/contract";

const FILTERS: TaskFilter[] = [
  "all",
  "needs_review",
  "unjudged",
  "judged",
  "by_rule",
  "by_model",
  "failed",
  "waiting",
  "in_sample",
];

export function taskIn(search: Record<string, unknown>): { task?: number } {
  const task = Number(search["task"]);
  return Number.isInteger(task) && task > 0 ? { task } : {};
}

export function filterIn(search: Record<string, unknown>): { filter?: TaskFilter } {
  const filter = FILTERS.find((known) => known === search["filter"]);
  return filter ? { filter } : {};
}
