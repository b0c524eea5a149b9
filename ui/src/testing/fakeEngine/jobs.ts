import { jobs as someJobs, jobView } from "../fixtures/jobs";
import { ESTIMATE, MODELS } from "../fixtures/money";
import { cellsAt, COLUMNS } from "../fixtures/rows";
import type { Answers } from "./answers";
import type { House } from "./house";
import { filesMatched } from "../fixtures/matching";
import { missing } from "./refusals";

/** Jobs and their tables. */
export function jobAnswers(house: House) {
  const { now, state, stale, jobOf, saved, rowsOf } = house;
  const create: Answers["job/create"] = ({ skill, name }) => {
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
  };
  return {
    "job/list": () => state.jobs,
    "job/get": ({ job }) => jobOf(job),
    "job/create": create,
    "job/save": ({ job, skill, ...changes }) => {
      const view = jobOf(job);
      const chosen = state.skills.find((known) => known.skill === skill);
      state.views.set(job, { ...view, ...changes, ...(chosen ? { skill: chosen } : {}) });
      return saved(job);
    },
    "job/duplicate": ({ job }) => {
      const view = jobOf(job);
      const copy = create({
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
    "job/unlock": ({ job, password }) => {
      const view = jobOf(job);
      const problems = view.table?.problems ?? [];
      const waits = ({ params }: { params: Record<string, string> }) =>
        params["case"] === "password";
      // Here a document opens with the name of its folder.
      const opens = (one: { params: Record<string, string> }) =>
        waits(one) && (one.params["path"] ?? "").split("/").includes(password);
      const left = problems.filter((one) => !opens(one));
      if (view.table) state.views.set(job, { ...view, table: { ...view.table, problems: left } });
      saved(job);
      return { opened: problems.length - left.length, locked: left.filter(waits).length };
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
          columns: lines[0]?.split("\t") ?? COLUMNS,
          rows: Math.max(0, lines.length - 1),
          documents: null,
          problems: [],
        },
      });
      return saved(job);
    },
    "files/preview": ({ column }) => filesMatched(column),
    "files/set": ({ job }) => {
      const view = jobOf(job);
      if (view.table) {
        const columns = [...view.table.columns, "Document"];
        state.views.set(job, { ...view, table: { ...view.table, columns, documents: "Document" } });
      }
      return saved(job);
    },
    "job/estimate": ({ job }) => {
      const view = jobOf(job);
      const option = MODELS.find((model) => model.model === view.model);
      const all = rowsOf(job);
      const byRule = all.filter((row) => row.decides === "rule").length;
      const free = option?.free ?? false;
      return {
        ...ESTIMATE,
        model: view.model,
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
      columns: COLUMNS,
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
  } satisfies Partial<Answers>;
}
