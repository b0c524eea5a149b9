import { invoiceItem } from "../fixtures/invoices";
import { transcript } from "../fixtures/rows";
import { agents, run as someRun } from "../fixtures/runs";
import { sheetOf } from "../fixtures/sheets";
import type { Answers } from "./answers";
import type { House } from "./house";
import { reviewRow } from "./survey";
import { drawPage } from "./pages";
import { refusal } from "./refusals";

/** Runs and what people say of their results. */
export function runAnswers(house: House) {
  const { now, state, stale, jobOf, runOf, change, tasksOf, tasksThatMatch, tally, judge, taskAt } =
    house;
  return {
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
      const { columns, used, outputs, source } = sheetOf(runOf(run).skill);
      return { run: runOf(run), columns, used_columns: used, outputs, source };
    },
    "run/rows": ({ run, filter, search, offset, limit }) => {
      const found = tasksThatMatch(run, filter, search);
      return { total: found.length, rows: found.slice(offset, offset + limit) };
    },
    "run/agents": ({ run }) =>
      runOf(run).state === "running"
        ? agents(
            now,
            runOf(run).agents,
            tasksOf(run).filter((row) => row.outcome === "at_work"),
          )
        : [],
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
    "run/set_ahead": ({ run, ahead }) => change(run, { ahead }),
    "run/set_budget": ({ run, budget_usd }) => change(run, { budget_usd }),
    "run/original": ({ run }) =>
      runOf(run).skill === "invoice-extract"
        ? {
            name: "invoices-october.xlsx",
            ending: "xlsx",
            sheet: "Invoices",
            column: "H",
            doubts: [{ kind: "changed_rows", rows: 2 }],
            refusal: null,
          }
        : {
            name: "card-2014-15.csv",
            ending: null,
            sheet: null,
            column: null,
            doubts: [],
            refusal: {
              code: "original_text",
              message: "it is text, not a workbook",
              hint: null,
              params: { name: "card-2014-15.csv" },
            },
          },
    "run/export": ({ run }) => ({
      path: "/home/anna/Documents/card-coding-run-12.xlsx",
      bytes: 184_320,
      neutralised: 2,
      unreviewed: runOf(run).review.left,
    }),
    "review/item": ({ run, task }) => {
      const row = taskAt(run, task);
      const item = sheetOf(runOf(run).skill).item(row);
      const asked = state.asked.get(`${run} ${task}`) ?? [];
      const flags = state.flags.get(run);
      return {
        ...item,
        row: reviewRow(row, flags),
        asked,
        versions: [
          ...item.versions,
          ...asked.map(({ version, at }) => ({
            version: version ?? 0,
            by: "model",
            at,
            shown: row.shown.map((text, place) => (place === 0 ? `${text} Ltd` : text)),
          })),
        ],
      };
    },
    "review/page": ({ run, task, page, width, places }) => {
      const { document } = invoiceItem(taskAt(run, task));
      const shown = document?.pages[page - 1];
      if (shown === undefined)
        throw refusal("table_no_page", "no such page", { path: "", page: String(page) });
      return drawPage(shown, places, width);
    },
    "review/decide": ({ run, tasks, verdict }) => judge(run, tasks, verdict),
    "review/undo": ({ run }) => {
      const at = state.acts.findLastIndex((act) => act.run === run);
      const [act] = at === -1 ? [] : state.acts.splice(at, 1);
      for (const task of act?.tasks ?? []) {
        if (act?.kind === "verdict") state.verdicts.get(run)?.delete(task);
        if (act?.kind === "flag") {
          const flags = new Map(state.flags.get(run));
          if (act.before === undefined) flags.delete(task);
          else flags.set(task, act.before);
          state.flags.set(run, flags);
        }
        if (act?.kind === "again") {
          const asked = state.asked.get(`${run} ${task}`) ?? [];
          const last = asked.at(-1);
          if (last) last.undone = true;
        }
      }
      stale(`review:${run}`, "home");
      return {
        tasks: act?.tasks ?? [],
        review: change(run, { review: tally(run) }).review,
        sample: null,
        skill: null,
        kept: false,
      };
    },
  } satisfies Partial<Answers>;
}
