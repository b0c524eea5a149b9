import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CellEdit, JobRow, JobRowsPage } from "@/bindings/contract";
import type { CallError } from "@/lib/callError";
import { callErrorOf } from "@/lib/callError";
import { useAct } from "@/data/useAct";
import { NO_EDITS, pageWith, withoutStep, withStep, withStepAgain } from "./editSteps";

/** A cell as the grid names it: its place in the view, and its column. */
export type TypedCell = { index: number; column: number; text: string };

/** Changes of cells, saved one after the other, and taken back in that order. */
export type CellEdits = {
  write: (cells: TypedCell[]) => Promise<void>;
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
  const [history, setHistory] = useState(NO_EDITS);
  const [error, setError] = useState<CallError | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());

  // The cells change on screen at once; the host's answer follows and has the last word.
  const put = (edits: CellEdit[]) => {
    client.setQueriesData<JobRowsPage>(
      { predicate: ({ queryKey: [method, params] }) => method === "job/rows" && isOf(params, job) },
      (page) => page && pageWith(page, edits),
    );
    queue.current = queue.current
      .then(() => save.mutateAsync({ job, edits }))
      .then(
        () => setError(null),
        (thrown: unknown) => {
          setError(callErrorOf(thrown));
          void client.invalidateQueries({ queryKey: ["job/rows"] });
        },
      );
  };

  return {
    write: async (cells) => {
      const rows = await Promise.all(cells.map((cell) => rowAt(cell.index)));
      const step = { before: [] as CellEdit[], after: [] as CellEdit[] };
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
    undo: () => {
      const step = history.done.at(-1);
      if (!step) return;
      setHistory(withoutStep);
      put(step.before);
    },
    redo: () => {
      const step = history.undone.at(-1);
      if (!step) return;
      setHistory(withStepAgain);
      put(step.after);
    },
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    error,
  };
}

function isOf(params: unknown, job: string): boolean {
  return typeof params === "object" && params !== null && Reflect.get(params, "job") === job;
}
