import type { TaskFilter } from "@/bindings/contract";

/** Every way to choose rows of a run, in the order they are offered. */
export const TASK_FILTERS = [
  "all",
  "needs_review",
  "unjudged",
  "judged",
  "by_rule",
  "by_model",
  "failed",
  "waiting",
  "in_sample",
] as const satisfies TaskFilter[];

/** The filter a text names; none if it names none. */
export function taskFilterOf(text: unknown): (typeof TASK_FILTERS)[number] | undefined {
  return TASK_FILTERS.find((known) => known === text);
}
