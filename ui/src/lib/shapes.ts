import type { RunView, TaskRow } from "@/bindings/contract";

/** The shape of a state, as the components draw it. */
export type ShapeName =
  "waiting" | "running" | "done" | "review" | "failed" | "paused" | "practice" | "ended";

/** The shape of a task in a list: where it is, and whether a person should look. */
export function shapeOfTask(row: Pick<TaskRow, "outcome" | "needs_review" | "verdict">): ShapeName {
  switch (row.outcome) {
    case "waiting":
      return "waiting";
    case "at_work":
      return "running";
    case "done":
      return row.needs_review && row.verdict === null ? "review" : "done";
    case "cancelled":
    case "skipped":
      return "ended";
    default:
      return "failed";
  }
}

/** The shape of a run in a list: what the person would say about it first. */
export function shapeOfRun(
  run: Pick<RunView, "state" | "tasks" | "review" | "practice">,
): ShapeName {
  switch (run.state) {
    case "running":
      return "running";
    case "paused":
      return "paused";
    case "failed":
      return "failed";
    case "cancelled":
      return "ended";
    default:
      if (run.tasks.failed > 0) return "failed";
      if (run.practice) return "practice";
      return run.review.needs_review > 0 ? "review" : "done";
  }
}

/** The key of the words of a run's state under `common:runState`; with its rows it says what is left to do of it. */
export function runStateKey(
  run: Pick<RunView, "state" | "reason"> & Partial<Pick<RunView, "tasks" | "review" | "practice">>,
): RunStateKey {
  const { state, reason, tasks, review, practice = false } = run;
  if (state === "finished" && tasks && review) {
    const shape = shapeOfRun({ state, tasks, review, practice });
    return shape === "failed" || shape === "review" ? `finished_${shape}` : "finished";
  }
  const key = state === "paused" && reason ? `paused_${reason}` : state;
  return isRunStateKey(key) ? key : "paused";
}

const RUN_STATES = [
  "running",
  "finished",
  "finished_failed",
  "finished_review",
  "cancelled",
  "failed",
  "paused",
  "paused_person",
  "paused_budget",
  "paused_quota",
  "paused_key_refused",
  "paused_outage",
  "paused_interrupted",
  "paused_model_unknown",
  "paused_disk_full",
  "paused_review",
] as const;

/** Keys under `common:runState`. */
export type RunStateKey = (typeof RUN_STATES)[number];

function isRunStateKey(key: string): key is RunStateKey {
  return RUN_STATES.some((known) => known === key);
}
