import type { RunView } from "@/bindings/contract";

/** Runs whose name, skill or model contains the text, newest first. */
export function runsThatMatch(runs: RunView[], search: string): RunView[] {
  const wanted = search.trim().toLowerCase();
  return runs
    .filter((run) =>
      [run.name, run.skill, run.model, run.number.toString()].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
    .sort((a, b) => b.started_at - a.started_at);
}
