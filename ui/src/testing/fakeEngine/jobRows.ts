import type { JobRow, JobRowsParams, ListRow } from "@/bindings/contract";
import { cellsAt, jobRow } from "../fixtures/rows";
import type { Answers } from "./answers";
import type { House } from "./house";

type Look = Pick<JobRowsParams, "view" | "search" | "sort" | "filters">;

/** The rows of jobs: looked at, found, changed. */
export function jobRowAnswers({ state, jobOf, saved, rowsOf }: House) {
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
  const put = (list: JobRow[], rows: ListRow[]) => {
    for (const row of rows) {
      list.splice(row.position, 0, {
        ...jobRow(row.position),
        source_row: row.source_row ?? list.length + 2,
        cells: row.cells,
      });
    }
  };
  const without = (list: JobRow[], positions: number[]) =>
    list.filter((row) => !positions.includes(row.position));
  const looked = (job: string, { view, search, sort, filters }: Look) => {
    const found = listOf(job).filter(
      (row) =>
        filters.every(({ column, text }) => holds(row.cells[column] ?? "", text)) &&
        (view === "all" || row.decides === (view === "by_rule" ? "rule" : "model")) &&
        row.cells.some((cell) => holds(cell, search)),
    );
    if (sort) {
      const cell = (row: JobRow) => row.cells[sort.column] ?? "";
      found.sort((one, other) => cell(one).localeCompare(cell(other)));
      if (sort.descending) found.reverse();
    }
    return found;
  };
  return {
    "job/rows": ({ job, offset, limit, ...look }) => {
      const all = listOf(job);
      const found = looked(job, look);
      return {
        total: found.length,
        all: all.length,
        by_rule: all.filter((row) => row.decides === "rule").length,
        by_model: all.filter((row) => row.decides === "model").length,
        rows: found.slice(offset, offset + limit),
      };
    },
    "job/find": ({ job, text, ...look }) => {
      const cells = looked(job, look).flatMap(({ cells: texts }, row) =>
        texts.flatMap((cell, column) =>
          text !== "" && holds(cell, text) ? [{ row, column }] : [],
        ),
      );
      return { total: cells.length, cells };
    },
    "job/insert_rows": ({ job, rows }) => {
      const list = [...listOf(job)];
      put(list, rows);
      keep(job, list);
      return {};
    },
    "job/remove_rows": ({ job, positions }) => {
      const list = listOf(job);
      keep(job, without(list, positions));
      return list.filter((row) => positions.includes(row.position));
    },
    "job/edit_cells": ({ job, edits, remove = [], add = [] }) => {
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
      if (remove.length + add.length > 0) {
        const changed = without(listOf(job), remove);
        put(changed, add);
        keep(job, changed);
      } else saved(job);
      return {};
    },
  } satisfies Partial<Answers>;
}

function holds(cell: string, text: string): boolean {
  return cell.toLowerCase().includes(text.toLowerCase());
}
