import type { RunView } from "@/bindings/contract";

/**
 * What one row usually keeps an agent busy for in this run, in milliseconds: agents × time at work over the rows that
 * went through the model. None before any did.
 */
export function usualMs(
  run: Pick<RunView, "wall_ms" | "agents" | "done_by" | "tasks">,
): number | null {
  const through = run.done_by.model + run.tasks.failed;
  return through === 0 ? null : (run.wall_ms * run.agents) / through;
}
