import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CellEdit, JobRow, JobRowsPage, ListRow } from "@/bindings/contract";
import type { CallError } from "@/lib/callError";
import { callErrorOf } from "@/lib/callError";
import { useAct } from "@/data/useAct";
import { NO_EDITS, pageWith, withoutStep, withStep, withStepAgain } from "./editSteps";

/** A cell as the grid names it: its place in the view, and its column. */
export type TypedCell = { index: number; column: number; text: string };

/** Changes of cells, saved one after the other, and taken back in that order. */
export type CellEdits = {
  write: (cells: TypedCell[]) => Promise<void>;
  /** Puts rows in before a place of the view (its length: at the end of the list). */
  insertRows: (index: number, cells: string[][]) => Promise<void>;
  removeRows: (indexes: number[]) => Promise<void>;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** Why the last change was not saved. */
  error: CallError | null;
};

/** Edits the cells of a job. `rowAt` finds the row at a place of the view. */
export function useCellEdits(
  job: string,
  rowAt: (index: number) => Promise<JobRow | null>,
): CellEdits {
  const client = useQueryClient();
  const save = useAct("job/edit_cells");
  const insert = useAct("job/insert_rows");
  const remove = useAct("job/remove_rows");
  const [history, setHistory] = useState(NO_EDITS);
  const [error, setError] = useState<CallError | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());

  const inTurn = (work: () => Promise<unknown>) => {
    queue.current = queue.current.then(work).then(
      () => setError(null),
      (thrown: unknown) => {
        setError(callErrorOf(thrown));
        void client.invalidateQueries({ queryKey: ["job/rows"] });
      },
    );
  };
  const putRows = (rows: ListRow[]) => inTurn(() => insert.mutateAsync({ job, rows }));
  const takeRows = (rows: ListRow[]) =>
    inTurn(() => remove.mutateAsync({ job, positions: rows.map((row) => row.position) }));
  // The cells change on screen at once; the host's answer follows and has the last word.
  const put = (edits: CellEdit[]) => {
    client.setQueriesData<JobRowsPage>(
      { predicate: ({ queryKey: [method, params] }) => method === "job/rows" && isOf(params, job) },
      (page) => page && pageWith(page, edits),
    );
    inTurn(() => save.mutateAsync({ job, edits }));
  };

  return {
    write: async (cells) => {
      const rows = await Promise.all(cells.map((cell) => rowAt(cell.index)));
      const step = {
        kind: "cells" as const,
        before: [] as CellEdit[],
        after: [] as CellEdit[],
      };
      cells.forEach(({ column, text }, at) => {
        const row = rows[at];
        const old = row?.cells[column] ?? "";
        if (!row || old === text) return;
        step.before.push({ position: row.position, column, text: old });
        step.after.push({ position: row.position, column, text });
      });
      if (step.after.length === 0) return;
      setHistory((now) => withStep(now, step));
      put(step.after);
    },
    insertRows: async (index, cells) => {
      const next = await rowAt(index);
      const before = next ? null : index > 0 ? await rowAt(index - 1) : null;
      const first = next ? next.position : before ? before.position + 1 : 0;
      const rows = cells.map((row, at) => ({
        position: first + at,
        source_row: null,
        cells: row,
        problem: null,
      }));
      setHistory((now) => withStep(now, { kind: "insert", rows }));
      putRows(rows);
    },
    removeRows: async (indexes) => {
      const found = await Promise.all(indexes.map((index) => rowAt(index)));
      const rows = found
        .filter((row) => row !== null)
        .map(({ position, source_row, cells, problem }) => ({
          position,
          source_row,
          cells,
          problem,
        }))
        .sort((one, other) => one.position - other.position);
      if (rows.length === 0) return;
      setHistory((now) => withStep(now, { kind: "remove", rows }));
      takeRows(rows);
    },
    undo: () => {
      const step = history.done.at(-1);
      if (!step) return;
      setHistory(withoutStep);
      if (step.kind === "cells") put(step.before);
      else if (step.kind === "insert") takeRows(step.rows);
      else putRows(step.rows);
    },
    redo: () => {
      const step = history.undone.at(-1);
      if (!step) return;
      setHistory(withStepAgain);
      if (step.kind === "cells") put(step.after);
      else if (step.kind === "insert") putRows(step.rows);
      else takeRows(step.rows);
    },
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    error,
  };
}

function isOf(params: unknown, job: string): boolean {
  return typeof params === "object" && params !== null && Reflect.get(params, "job") === job;
}
