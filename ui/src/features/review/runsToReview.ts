import type { RunView } from "@/bindings/contract";

/** Runs with results nobody has judged: those with rows that need a person first, then the newest. */
export function runsToReview(runs: RunView[]): RunView[] {
  return runs
    .filter((run) => run.review.left > 0)
    .sort(
      (a, b) =>
        Number(b.review.needs_review > 0) - Number(a.review.needs_review > 0) ||
        b.started_at - a.started_at,
    );
}
