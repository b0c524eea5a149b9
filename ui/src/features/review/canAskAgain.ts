import type { RunView, TaskRow } from "@/bindings/contract";

/** Why the model cannot be asked about a row once more: the run is at work, or the row has not ended; none: it can be. */
export function whyNotAsk(run: RunView, row: TaskRow): "atWork" | "notEnded" | null {
  if (run.state === "running") return "atWork";
  return row.outcome === "waiting" || row.outcome === "at_work" ? "notEnded" : null;
}

/** True if the model can be asked about a row once more. */
export function canAskAgain(run: RunView, row: TaskRow): boolean {
  return whyNotAsk(run, row) === null;
}
