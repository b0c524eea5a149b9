import type { RunView, TaskRow } from "@/bindings/contract";

/** True if the model can be asked about a row once more: it has ended, and the run is not at work. */
export function canAskAgain(run: RunView, row: TaskRow): boolean {
  return run.state !== "running" && row.outcome !== "waiting" && row.outcome !== "at_work";
}
