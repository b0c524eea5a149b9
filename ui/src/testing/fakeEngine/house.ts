import type {
  AskedView,
  Methods,
  Money,
  Notification,
  ReviewTally,
  RunView,
  TaskRow,
  VerificationView,
} from "@/bindings/contract";
import { jobs as someJobs, jobView } from "../fixtures/jobs";
import { KEYS, PRICES } from "../fixtures/money";
import { jobRow } from "../fixtures/rows";
import { runs as someRuns } from "../fixtures/runs";
import { sheetOf } from "../fixtures/sheets";
import { SKILLS } from "../fixtures/skills";
import { judgedBefore, standingsOf } from "../fixtures/standings";
import { fail, refusal } from "./refusals";

/** What a person did in review, for undo. */
type Doing = { run: string; tasks: number[] } & (
  { kind: "verdict" | "skip" | "again" } | { kind: "flag"; before: string | undefined }
);

/** How the engine begins, and whom it tells of changes. */
export type Options = { empty: boolean; tell: (news: Notification) => void };

/** What the fake engine holds, and how it looks things up and changes them. */
export type House = ReturnType<typeof createHouse>;

/** A house full of fixtures, or an empty one. */
export function createHouse({ empty, tell }: Options) {
  const now = Date.now();
  const state = {
    jobs: empty ? someJobs(now).filter((job) => job.job === "job-8") : someJobs(now),
    views: new Map<string, Methods["job/get"]["view"]>(),
    edits: new Map<string, Map<number, string[]>>(),
    runs: empty ? [] : someRuns(now),
    verdicts: empty ? new Map<string, Map<number, string>>() : judgedBefore(someRuns(now)),
    /** Choices made blind, oldest first. */
    blind: new Array<{ task: number; choice: string }>(),
    /** Flagged tasks with their notes, by run. */
    flags: new Map<string, ReadonlyMap<number, string>>(),
    /** Times a row was asked again, by run and task. */
    asked: new Map<string, AskedView[]>(),
    /** Second opinions that were asked for, newest first, by the run they are about. */
    opinions: new Map<string, VerificationView[]>(),
    acts: new Array<Doing>(),
    keys: structuredClone(KEYS),
    prices: structuredClone(PRICES),
    /** Caps the person set beside the month's, by kind and name. */
    caps: new Map<string, Money>(),
    settings: {
      language: "system",
      appearance: "system",
      month_cap_usd: empty ? null : "40",
      reviewer: empty ? "" : "R. Okafor",
      keys: {},
    },
    skills: structuredClone(SKILLS),
  };
  if (empty) {
    for (const job of state.jobs) Object.assign(job, { runs: 0, last_run_at: null });
    for (const key of state.keys.keys) Object.assign(key, { place: "none", last_four: null });
  }

  const stale = (...tags: string[]) => queueMicrotask(() => tell({ kind: "stale", tags }));
  const month = () => new Date().toISOString().slice(0, 7);
  const money = () => ({
    month: month(),
    spent_usd: empty ? "0" : "14.12",
    reserved_usd: empty ? "0" : "0.5504",
    cap_usd: state.settings.month_cap_usd,
  });
  const jobOf = (id: string) => {
    const summary = state.jobs.find((job) => job.job === id);
    if (!summary) throw refusal("unknown_job", `there is no job \`${id}\``, { job: id });
    const view = state.views.get(id) ?? jobView(summary);
    state.views.set(id, view);
    return view;
  };
  const runOf = (id: string) => {
    const found = state.runs.find((run) => run.run === id);
    if (!found) throw refusal("unknown_run", `there is no run \`${id}\``, { run: id });
    return found;
  };
  const change = (id: string, changes: Partial<RunView>) => {
    state.runs = state.runs.map((run) => (run.run === id ? { ...run, ...changes } : run));
    const changed = runOf(id);
    queueMicrotask(() => tell({ kind: "run", run: changed }));
    stale(`run:${id}`, "runs", "home");
    return changed;
  };
  const tasksOf = (id: string): TaskRow[] => {
    const run = runOf(id);
    const verdicts = state.verdicts.get(id);
    const sheet = sheetOf(run.skill);
    const standings = standingsOf(run);
    return Array.from({ length: run.tasks.total }, (_, at) =>
      sheet.row(
        at + 1,
        standings[at] ?? { outcome: "waiting", place: 0, practice: run.practice },
        verdicts?.get(at + 1) ?? null,
      ),
    );
  };
  const matches = (row: TaskRow, filter: string) => {
    switch (filter) {
      case "needs_review":
        return row.needs_review;
      case "unjudged":
        return row.outcome === "done" && row.verdict === null;
      case "judged":
        return row.verdict !== null;
      case "by_rule":
        return row.by === "rule";
      case "by_model":
        return row.by === "model";
      case "failed":
        return !["done", "waiting", "at_work"].includes(row.outcome);
      case "waiting":
        return row.outcome === "waiting" || row.outcome === "at_work";
      default:
        return true;
    }
  };
  const tasksThatMatch = (id: string, filter: string, search: string) =>
    tasksOf(id).filter(
      (row) =>
        matches(row, filter) &&
        [...row.cells, ...row.shown].some((text) =>
          text.toLowerCase().includes(search.toLowerCase()),
        ),
    );
  const tally = (id: string): ReviewTally => {
    const rows = tasksOf(id).filter((row) => row.outcome === "done");
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    const [accepted, corrected, rejected, by_sample] = [
      count("accepted"),
      count("corrected"),
      count("rejected"),
      count("by_sample"),
    ];
    return {
      accepted,
      corrected,
      rejected,
      by_sample,
      left: rows.length - accepted - corrected - rejected - by_sample,
      needs_review: rows.filter((row) => row.needs_review).length,
    };
  };
  const judge = (id: string, tasks: number[], verdict: string) => {
    const verdicts = state.verdicts.get(id) ?? new Map<number, string>();
    for (const task of tasks) verdicts.set(task, verdict);
    state.verdicts.set(id, verdicts);
    state.acts.push({ run: id, tasks, kind: "verdict" });
    stale(`review:${id}`, "home");
    return { tasks, review: change(id, { review: tally(id) }).review };
  };
  const saved = (id: string) => {
    state.jobs = state.jobs.map((job) => {
      const view = state.views.get(job.job);
      return job.job === id && view
        ? {
            ...job,
            name: view.name,
            model: view.model,
            rows: view.table?.rows ?? 0,
            saved_at: Date.now(),
          }
        : job;
    });
    stale(`job:${id}`, `rows:${id}`, "jobs", "home");
    return jobOf(id);
  };
  const rowsOf = (id: string) => {
    const edits = state.edits.get(id);
    const job = jobOf(id);
    const sheet = sheetOf(state.jobs.find((known) => known.job === id)?.skill);
    const byRules = sheet === sheetOf("card-coding");
    return Array.from({ length: job.table?.rows ?? 0 }, (_, position) => {
      const row = jobRow(position);
      const cells = edits?.get(position) ?? sheet.cells(position);
      return byRules
        ? { ...row, cells }
        : { ...row, cells, decides: "model", rule: null, shown: [] };
    });
  };
  const taskAt = (run: string, task: number) =>
    tasksOf(run)[task - 1] ?? fail("unknown_task", `there is no task ${task}`);

  return {
    now,
    empty,
    state,
    stale,
    month,
    money,
    jobOf,
    runOf,
    change,
    tasksOf,
    tasksThatMatch,
    tally,
    judge,
    saved,
    rowsOf,
    taskAt,
  };
}
