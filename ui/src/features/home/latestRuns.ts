import type { RunView } from "@/bindings/contract";

/** The latest run of each job, by the job's id. */
export function latestRuns(runs: RunView[]): Map<string, RunView> {
  const latest = new Map<string, RunView>();
  for (const run of runs) {
    if (run.job === null) continue;
    const known = latest.get(run.job);
    if (!known || known.started_at < run.started_at) latest.set(run.job, run);
  }
  return latest;
}
