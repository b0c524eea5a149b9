import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CellEdit, JobRow, ListRow } from "@/bindings/contract";
import type { CallError } from "@/lib/callError";
import { callErrorOf } from "@/lib/callError";
import { readAfter } from "@/data/savesFirst";
import { useAct } from "@/data/useAct";
import { NO_EDITS, withoutStep, withStep, withStepAgain } from "./editSteps";
import { rowsBelow } from "./rowsBelow";
import { showChange } from "./shownRows";

/** A cell as the grid names it: its place in the view, and its column. */
export type TypedCell = { index: number; column: number; text: string };

/** Changes of cells, saved one after the other, and taken back in that order. */
export type CellEdits = {
  /** Writes cells as one act. Cells below the last row of the whole list make new rows. */
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

/** What the edits need to know of the rows in view. */
type InView = {
  /** Rows of the view. */
  total: number;
  /** Columns of the list. */
  width: number;
  /** Finds the row at a place of the view. */
  rowAt: (index: number) => Promise<JobRow | null>;
};

/** Edits the cells of a job. */
export function useCellEdits(job: string, { total, width, rowAt }: InView): CellEdits {
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
    readAfter(job, queue.current);
  };
  const putRows = (rows: ListRow[]) => inTurn(() => insert.mutateAsync({ job, rows }));
  const takeRows = (rows: ListRow[]) =>
    inTurn(() => remove.mutateAsync({ job, positions: rows.map((row) => row.position) }));
  // Cells and rows change on screen at once; the host's answer follows and has the last word.
  const put = (edits: CellEdit[], added: ListRow[], gone: ListRow[]) => {
    showChange(client, job, { edits, added, removed: gone.length });
    const more = {
      ...(added.length > 0 ? { add: added } : {}),
      ...(gone.length > 0 ? { remove: gone.map((row) => row.position) } : {}),
    };
    inTurn(() => save.mutateAsync({ job, edits, ...more }));
  };

  return {
    write: async (cells) => {
      const known = cells.filter((cell) => cell.index < total);
      const rows = await Promise.all(known.map((cell) => rowAt(cell.index)));
      const step = {
        kind: "cells" as const,
        before: [] as CellEdit[],
        after: [] as CellEdit[],
        added: rowsBelow(cells, total, width),
      };
      known.forEach(({ column, text }, at) => {
        const row = rows[at];
        const old = row?.cells[column] ?? "";
        if (!row || old === text) return;
        step.before.push({ position: row.position, column, text: old });
        step.after.push({ position: row.position, column, text });
      });
      if (step.after.length === 0 && step.added.length === 0) return;
      setHistory((now) => withStep(now, step));
      put(step.after, step.added, []);
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
      if (step.kind === "cells") put(step.before, [], step.added);
      else if (step.kind === "insert") takeRows(step.rows);
      else putRows(step.rows);
    },
    redo: () => {
      const step = history.undone.at(-1);
      if (!step) return;
      setHistory(withStepAgain);
      if (step.kind === "cells") put(step.after, step.added, []);
      else if (step.kind === "insert") putRows(step.rows);
      else takeRows(step.rows);
    },
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    error,
  };
}
