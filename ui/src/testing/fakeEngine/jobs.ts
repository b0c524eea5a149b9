import type { JobRow } from "@/bindings/contract";
import { jobs as someJobs, jobView } from "../fixtures/jobs";
import { ESTIMATE, MODELS } from "../fixtures/money";
import { cellsAt, COLUMNS, jobRow } from "../fixtures/rows";
import type { Answers } from "./answers";
import type { House } from "./house";
import { filesMatched } from "../fixtures/matching";
import { missing } from "./refusals";

/** Jobs and their tables. */
export function jobAnswers(house: House) {
  const { now, state, stale, jobOf, saved, rowsOf } = house;
  /** Lists that rows were put into or taken out of. */
  const lists = new Map<string, JobRow[]>();
  const listOf = (job: string) => lists.get(job) ?? rowsOf(job);
  const keep = (job: string, rows: JobRow[]) => {
    const list = rows.map((row, position) => ({ ...row, position }));
    lists.set(job, list);
    const view = jobOf(job);
    if (view.table) view.table = { ...view.table, rows: list.length };
    saved(job);
  };
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
    "job/rows": ({ job, view, search, sort, filters, offset, limit }) => {
      const all = listOf(job);
      const found = all.filter(
        (row) =>
          filters.every(({ column, text }) =>
            (row.cells[column] ?? "").toLowerCase().includes(text.toLowerCase()),
          ) &&
          (view === "all" || row.decides === (view === "by_rule" ? "rule" : "model")) &&
          row.cells.some((cell) => cell.toLowerCase().includes(search.toLowerCase())),
      );
      if (sort) {
        const cell = (row: JobRow) => row.cells[sort.column] ?? "";
        found.sort((one, other) => cell(one).localeCompare(cell(other)));
        if (sort.descending) found.reverse();
      }
      return {
        total: found.length,
        all: all.length,
        by_rule: all.filter((row) => row.decides === "rule").length,
        by_model: all.filter((row) => row.decides === "model").length,
        rows: found.slice(offset, offset + limit),
      };
    },
    "job/insert_rows": ({ job, rows }) => {
      const list = [...listOf(job)];
      for (const row of rows) {
        list.splice(row.position, 0, {
          ...jobRow(row.position),
          source_row: row.source_row ?? list.length + 2,
          cells: row.cells,
        });
      }
      keep(job, list);
      return {};
    },
    "job/remove_rows": ({ job, positions }) => {
      const list = listOf(job);
      keep(
        job,
        list.filter((row) => !positions.includes(row.position)),
      );
      return list.filter((row) => positions.includes(row.position));
    },
    "job/edit_cells": ({ job, edits }) => {
      const list = lists.get(job);
      if (list) {
        for (const edit of edits) {
          const row = list[edit.position];
          if (row) row.cells = row.cells.with(edit.column, edit.text);
        }
      }
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
