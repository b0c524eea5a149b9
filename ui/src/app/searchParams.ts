/** What stands behind the `?` of an address about a run; anything else there is left out. */
import type { TaskFilter } from "@/bindings/contract";
import { taskFilterOf } from "@/lib/taskFilters";

export function taskIn(search: Record<string, unknown>): { task?: number } {
  const task = Number(search["task"]);
  return Number.isInteger(task) && task > 0 ? { task } : {};
}

export function filterIn(search: Record<string, unknown>): { filter?: TaskFilter } {
  const filter = taskFilterOf(search["filter"]);
  return filter ? { filter } : {};
}
