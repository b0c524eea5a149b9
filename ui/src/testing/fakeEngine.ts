import type { Methods, Notification, ReviewTally, RunView, TaskRow } from "@/bindings/contract";
import { CallError } from "@/lib/callError";
import type { Method } from "@/platform/Platform";
import { jobs as someJobs, jobView } from "./fixtures/jobs";
import { INVOICE_COLUMNS, invoiceItem, INVOICE_OUTPUTS, invoiceRow } from "./fixtures/invoices";
import { costRows, ESTIMATE, KEYS, MODELS, PRICES } from "./fixtures/money";
import { COLUMNS, cellsAt, jobRow, reviewItem, taskRow, transcript } from "./fixtures/rows";
import { agents, run as someRun, runs as someRuns } from "./fixtures/runs";
import { SKILLS, skillView } from "./fixtures/skills";

type Answers = { [M in Method]: (params: Methods[M]["params"]) => Methods[M]["view"] };

type Options = { empty: boolean; tell: (news: Notification) => void };

/** Everything the fake engine holds; tests may change it. */
export type FakeEngine = ReturnType<typeof createFakeEngine>;

const HEADER = COLUMNS;

/** An engine in memory: answers every method of the contract, and changes what it holds as the real one would. */
export function createFakeEngine({ empty, tell }: Options) {
  const now = Date.now();
  const state = {
    jobs: empty ? someJobs(now).filter((job) => job.job === "job-8") : someJobs(now),
    views: new Map<string, Methods["job/get"]["view"]>(),
    edits: new Map<string, Map<number, string[]>>(),
    runs: empty ? [] : someRuns(now),
    verdicts: new Map<string, Map<number, string>>(),
    acts: [] as { run: string; tasks: number[] }[],
    keys: structuredClone(KEYS),
    prices: structuredClone(PRICES),
    settings: {
      language: "system",
      appearance: "system",
      month_cap_usd: empty ? null : "40",
      reviewer: empty ? "" : "R. Okafor",
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
    const failed = Array.from({ length: run.tasks.failed }, (_, index) => 17 + index * 110);
    const verdicts = state.verdicts.get(id);
    if (run.skill === "invoice-extract") {
      return Array.from({ length: run.tasks.total }, (_, index) =>
        invoiceRow(index + 1, verdicts?.get(index + 1) ?? null),
      );
    }
    return Array.from({ length: run.tasks.total }, (_, index) =>
      taskRow(
        index + 1,
        {
          done: run.state === "finished" ? run.tasks.total : run.tasks.done,
          failed,
          atWork: run.at_work,
        },
        verdicts?.get(index + 1) ?? null,
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
    const [accepted, corrected, rejected] = [
      count("accepted"),
      count("corrected"),
      count("rejected"),
    ];
    return {
      accepted,
      corrected,
      rejected,
      left: rows.length - accepted - corrected - rejected,
      needs_review: rows.filter((row) => row.needs_review).length,
    };
  };
  const judge = (id: string, tasks: number[], verdict: string) => {
    const verdicts = state.verdicts.get(id) ?? new Map<number, string>();
    for (const task of tasks) verdicts.set(task, verdict);
    state.verdicts.set(id, verdicts);
    state.acts.push({ run: id, tasks });
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
    return Array.from({ length: jobOf(id).table?.rows ?? 0 }, (_, position) => {
      const row = jobRow(position);
      return { ...row, cells: edits?.get(position) ?? row.cells };
    });
  };

  const answers: Answers = {
    "app/info": () => ({
      version: "0.1.0",
      home: "/home/anna/.local/share/stampmill",
      zone: "Europe/London",
      language: navigator.language.startsWith("zh") ? "zh" : "en",
      first_start: empty,
    }),
    "app/status": () => {
      const open = state.runs.filter((run) => ["running", "paused"].includes(run.state));
      const working = open.filter((run) => run.state === "running");
      return {
        open_runs: open,
        runs_at_work: working.length,
        agents_busy: working.reduce((sum, run) => sum + run.at_work, 0),
        agents_total: working.reduce((sum, run) => sum + run.agents, 0),
        review_waiting: state.runs.reduce((sum, run) => sum + run.review.needs_review, 0),
        month: money(),
        zone: "Europe/London",
      };
    },
    "home/get": () => ({
      jobs: state.jobs,
      runs: state.runs,
      review_waiting: state.runs.reduce((sum, run) => sum + run.review.needs_review, 0),
      month: money(),
    }),
    "job/list": () => state.jobs,
    "job/get": ({ job }) => jobOf(job),
    "job/create": ({ skill, name }) => {
      const id = `job-${state.jobs.length + 20}`;
      state.jobs = [
        {
          job: id,
          name: name ?? skill,
          skill,
          source: null,
          rows: 0,
          model: "practice/sample",
          runs: 0,
          saved_at: Date.now(),
          last_run_at: null,
        },
        ...state.jobs,
      ];
      stale("jobs", "home");
      return jobOf(id);
    },
    "job/save": ({ job, skill, ...changes }) => {
      const view = jobOf(job);
      const chosen = state.skills.find((known) => known.skill === skill);
      state.views.set(job, { ...view, ...changes, ...(chosen ? { skill: chosen } : {}) });
      return saved(job);
    },
    "job/duplicate": ({ job }) => {
      const view = jobOf(job);
      const copy = answers["job/create"]({
        skill: view.skill?.skill ?? "card-coding",
        name: `${view.name} (2)`,
      });
      state.views.set(copy.job, { ...view, job: copy.job, name: copy.name, runs: 0 });
      return saved(copy.job);
    },
    "job/delete": ({ job }) => {
      jobOf(job);
      state.jobs = state.jobs.filter((known) => known.job !== job);
      stale("jobs", "home");
      return {};
    },
    "job/restore": ({ job }) => {
      const back = someJobs(now).find((known) => known.job === job);
      if (back) state.jobs = [back, ...state.jobs];
      stale("jobs", "home");
      return jobOf(job);
    },
    "job/set_table": ({ job }) => {
      const view = jobOf(job);
      const table = jobView(someJobs(now)[0] ?? missing()).table;
      state.views.set(job, { ...view, table });
      return saved(job);
    },
    "job/paste": ({ job, text }) => {
      const lines = text.split("\n").filter((line) => line !== "");
      const view = jobOf(job);
      state.views.set(job, {
        ...view,
        table: {
          source: null,
          kind: "pasted",
          encoding: null,
          sheet: null,
          header_row: 1,
          columns: lines[0]?.split("\t") ?? HEADER,
          rows: Math.max(0, lines.length - 1),
          problems: [],
        },
      });
      return saved(job);
    },
    "job/rows": ({ job, view, search, offset, limit }) => {
      const all = rowsOf(job);
      const found = all.filter(
        (row) =>
          (view === "all" || row.decides === (view === "by_rule" ? "rule" : "model")) &&
          row.cells.some((cell) => cell.toLowerCase().includes(search.toLowerCase())),
      );
      return {
        total: found.length,
        all: all.length,
        by_rule: all.filter((row) => row.decides === "rule").length,
        by_model: all.filter((row) => row.decides === "model").length,
        rows: found.slice(offset, offset + limit),
      };
    },
    "job/edit_cells": ({ job, edits }) => {
      const mine = state.edits.get(job) ?? new Map<number, string[]>();
      for (const edit of edits) {
        const cells = [...(mine.get(edit.position) ?? cellsAt(edit.position))];
        cells[edit.column] = edit.text;
        mine.set(edit.position, cells);
      }
      state.edits.set(job, mine);
      saved(job);
      return {};
    },
    "job/estimate": ({ job }) => {
      const view = jobOf(job);
      const option = MODELS.find((model) => model.model === view.model);
      const all = rowsOf(job);
      const byRule = all.filter((row) => row.decides === "rule").length;
      const free = option?.free ?? false;
      return {
        ...ESTIMATE,
        tasks: all.length,
        by_rule: byRule,
        calls: {
          low: all.length - byRule,
          likely: all.length - byRule,
          most: (all.length - byRule) * 2,
        },
        ...(free
          ? {
              cost_usd: { low: "0", likely: "0", most: "0" },
              smallest_budget_usd: "0",
              basis: "practice",
            }
          : {}),
        price_unknown: option === undefined,
      };
    },
    "table/preview": () => ({
      kind: "csv",
      source: "card-2014-15.csv",
      encoding: "UTF-8",
      sure: 0.98,
      delimiter: ",",
      decimal: ".",
      sheet: null,
      sheets: [],
      header_row: 1,
      columns: HEADER,
      rows_total: 4142,
      rows: Array.from({ length: 50 }, (_, position) => cellsAt(position)),
      problems: [
        {
          row: 4144,
          column: null,
          kind: "total_row",
          message: "Row 4144 looks like a total and is left out.",
          params: {},
          blocks_row: true,
        },
      ],
    }),
    "run/start": ({ job, limit }) => {
      const view = jobOf(job);
      const total = Math.min(limit ?? Infinity, view.table?.rows ?? 0);
      if (total === 0) throw refusal("no_rows", "the job has no rows", { job });
      const started = someRun(`run-${state.runs.length + 20}`, {
        state: "running",
        job,
        name: view.name,
        number: view.runs + 1,
        tasks: { total, done: 0, failed: 0, waiting: total },
        at_work: Math.min(view.agents, total),
        agents: view.agents,
        model: view.model,
        practice: view.model.startsWith("practice/"),
        budget_usd: view.budget_usd,
        started_at: Date.now(),
      });
      state.runs = [started, ...state.runs];
      stale("runs", "home", "jobs");
      return started;
    },
    "run/list": () => state.runs,
    "run/get": ({ run }) => {
      const documents = runOf(run).skill === "invoice-extract";
      return {
        run: runOf(run),
        columns: documents ? INVOICE_COLUMNS : COLUMNS,
        used_columns: documents ? [1] : [0, 1, 4],
        outputs: documents ? INVOICE_OUTPUTS : (skillView("card-coding")?.outputs ?? []),
        source: documents ? "invoices-october.xlsx" : "card-2014-15.csv",
      };
    },
    "run/rows": ({ run, filter, search, offset, limit }) => {
      const found = tasksThatMatch(run, filter, search);
      return { total: found.length, rows: found.slice(offset, offset + limit) };
    },
    "run/agents": ({ run }) =>
      runOf(run).state === "running" ? agents(now, runOf(run).agents) : [],
    "run/transcript": ({ run, task }) => transcript(taskAt(run, task)),
    "run/pause": ({ run }) => change(run, { state: "paused", reason: "person", at_work: 0 }),
    "run/resume": ({ run }) => change(run, { state: "running", reason: null }),
    "run/stop": ({ run }) => {
      const { tasks, outcomes } = runOf(run);
      return change(run, {
        state: "cancelled",
        reason: null,
        at_work: 0,
        ended_at: Date.now(),
        tasks: { ...tasks, failed: tasks.failed + tasks.waiting, waiting: 0 },
        outcomes: { ...outcomes, cancelled: outcomes.cancelled + tasks.waiting },
      });
    },
    "run/set_agents": ({ run, agents: count }) => change(run, { agents: count }),
    "run/set_budget": ({ run, budget_usd }) => change(run, { budget_usd }),
    "run/export": ({ run }) => ({
      path: "/home/anna/Documents/card-coding-run-12.xlsx",
      bytes: 184_320,
      neutralised: 2,
      unreviewed: runOf(run).review.left,
    }),
    "review/item": ({ run, task }) =>
      runOf(run).skill === "invoice-extract"
        ? invoiceItem(taskAt(run, task))
        : reviewItem(taskAt(run, task)),
    "review/decide": ({ run, tasks, verdict }) => judge(run, tasks, verdict),
    "review/accept_matching": ({ run, filter, search }) =>
      judge(
        run,
        tasksThatMatch(run, filter, search)
          .filter((row) => row.outcome === "done" && row.verdict === null)
          .map((row) => row.task),
        "accepted",
      ),
    "review/undo": ({ run }) => {
      const at = state.acts.findLastIndex((act) => act.run === run);
      const [act] = at === -1 ? [] : state.acts.splice(at, 1);
      for (const task of act?.tasks ?? []) state.verdicts.get(run)?.delete(task);
      stale(`review:${run}`, "home");
      return { tasks: act?.tasks ?? [], review: change(run, { review: tally(run) }).review };
    },
    "costs/get": ({ by, month: asked }) => {
      const rows =
        empty || (asked !== undefined && asked > month()) ? [] : costRows(by, asked ?? month());
      return { by, zone: "Europe/London", rows, total_usd: rows.length === 0 ? "0" : "14.12" };
    },
    "skill/list": () => state.skills,
    "skill/get": ({ skill }) =>
      skillView(skill) ?? fail("unknown_skill", `there is no skill \`${skill}\``),
    "skill/import": () => {
      const added = {
        ...(state.skills[0] ?? missing()),
        skill: "my-skill",
        name: "my-skill",
        shipped: false,
      };
      state.skills = [...state.skills, added];
      stale("skills");
      return added;
    },
    "key/list": () => state.keys,
    "key/set": ({ provider, key, session_only }) => {
      state.keys.keys = state.keys.keys.map((known) =>
        known.provider === provider
          ? { ...known, place: session_only ? "session" : "store", last_four: key.slice(-4) }
          : known,
      );
      stale("keys");
      return state.keys;
    },
    "key/remove": ({ provider }) => {
      state.keys.keys = state.keys.keys.map((known) =>
        known.provider === provider ? { ...known, place: "none", last_four: null } : known,
      );
      stale("keys");
      return state.keys;
    },
    "key/test": ({ provider }) =>
      provider === "openai"
        ? { accepted: false, problem: "incorrect API key provided", models: 0 }
        : { accepted: true, problem: null, models: 12 },
    "model/list": () => MODELS,
    "price/list": () => state.prices,
    "price/set": ({ model, input, output, cache_read, from }) => {
      const day = from ?? new Date().toISOString().slice(0, 10);
      state.prices = [
        ...state.prices.map((price) =>
          price.model === model ? { ...price, in_force: false } : price,
        ),
        {
          model,
          from: day,
          input,
          output,
          cache_read: cache_read ?? null,
          cache_write_5m: null,
          cache_write_1h: null,
          long_context_above: null,
          source: "person",
          in_force: true,
        },
      ];
      stale("prices");
      return {};
    },
    "settings/get": () => state.settings,
    "settings/set": (settings) => {
      state.settings = settings;
      stale("settings", "home");
      return settings;
    },
  };
  const taskAt = (run: string, task: number) =>
    tasksOf(run)[task - 1] ?? fail("unknown_task", `there is no task ${task}`);

  return {
    state,
    answer: <M extends Method>(method: M, params: Methods[M]["params"]): Methods[M]["view"] =>
      answers[method](params),
  };
}

function refusal(code: string, message: string, params: Record<string, string> = {}): CallError {
  return new CallError({ code, message, hint: null, params });
}

function fail(code: string, message: string): never {
  throw refusal(code, message);
}

function missing(): never {
  return fail("internal", "the fixtures are empty");
}
