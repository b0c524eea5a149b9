import type { Money, RunView } from "@/bindings/contract";
import { addUsd, moneyOf, picoUsd } from "@/lib/money";

/** Something that waits for the person. */
export type Waiting =
  | { kind: "review"; run: RunView; rows: number }
  | { kind: "budget"; run: RunView; raiseTo: Money | null }
  | { kind: "paused"; run: RunView }
  | { kind: "failed"; run: RunView };

/** What waits for the person: first what to review, then what is paused, then what failed. */
export function waitingIn(runs: RunView[]): Waiting[] {
  const review: Waiting[] = runs
    .filter((run) => run.review.needs_review > 0)
    .map((run) => ({ kind: "review", run, rows: run.review.needs_review }));
  const paused: Waiting[] = runs
    .filter((run) => run.state === "paused")
    .map((run) =>
      run.reason === "budget" && (run.no_room?.kind ?? "run") === "run"
        ? { kind: "budget", run, raiseTo: raisedBudget(run) }
        : { kind: "paused", run },
    );
  const failed: Waiting[] = runs
    .filter((run) => run.state === "finished" && run.tasks.failed > 0)
    .map((run) => ({ kind: "failed", run }));
  return [...review, ...paused, ...failed];
}

/**
 * The budget that lets a run end: what is spent, uncertain and still needed, rounded up to whole tenths so that the
 * person reads a plain number. None if nobody knows what is needed.
 */
export function raisedBudget(
  run: Pick<RunView, "cost_usd" | "uncertain_usd" | "more_needed_usd">,
): Money | null {
  if (run.more_needed_usd === null) return null;
  const exact = picoUsd(addUsd(run.cost_usd, run.uncertain_usd, run.more_needed_usd)) ?? 0n;
  const tenth = 10n ** 11n;
  return moneyOf(((exact + tenth - 1n) / tenth) * tenth);
}
