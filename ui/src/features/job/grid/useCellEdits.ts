import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CellEdit, JobRow, ListRow } from "@/bindings/contract";
import type { CallError } from "@/lib/callError";
import { callErrorOf } from "@/lib/callError";
import { readAfter } from "@/data/savesFirst";
import { useAct } from "@/data/useAct";
import { actsInOrder } from "./actsInOrder";
import { NO_EDITS, withoutStep, withStep, withStepAgain, type EditHistory } from "./editSteps";
import { rowsBelow } from "./rowsBelow";
import { showChange } from "./shownRows";
import type { JobPages } from "./useJobPages";

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
} & Pick<JobPages, "rowsHere" | "rowsAt">;

/** Edits the cells of a job. */
export function useCellEdits(job: string, view: InView): CellEdits {
  const { total, width, rowsHere, rowsAt } = view;
  const client = useQueryClient();
  const save = useAct("job/edit_cells");
  const insert = useAct("job/insert_rows");
  const remove = useAct("job/remove_rows");
  const [history, setHistory] = useState(NO_EDITS);
  const [error, setError] = useState<CallError | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [acts] = useState(actsInOrder);
  // An act may wait for the one before it, beyond the drawing it began in.
  const steps = useRef(NO_EDITS);
  const keep = (next: EditHistory) => {
    steps.current = next;
    setHistory(next);
  };
  const failed = (thrown: unknown) => {
    setError(callErrorOf(thrown));
    void client.invalidateQueries({ queryKey: ["job/rows"] });
  };

  const inTurn = (work: () => Promise<unknown>) => {
    queue.current = queue.current.then(work).then(() => setError(null), failed);
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

  const writeRows = (cells: TypedCell[], rows: (JobRow | null)[], added: ListRow[]) => {
    const { before, after } = changeOf(cells, rows);
    if (after.length === 0 && added.length === 0) return;
    keep(withStep(steps.current, { kind: "cells", before, after, added }));
    put(after, added, []);
  };
  const inOrder = (act: () => Promise<void> | undefined) => acts.add(act).catch(failed);

  return {
    write: (cells) =>
      inOrder(() => {
        const known = cells.filter((cell) => cell.index < total);
        const added = rowsBelow(cells, total, width);
        const places = known.map((cell) => cell.index);
        const here = rowsHere(places);
        if (!here.includes(null)) {
          writeRows(known, here, added);
          return undefined;
        }
        // What is in sight changes at once; undoing it needs the other rows too, and they are asked for.
        const edits = changeOf(known, here).after;
        showChange(client, job, { edits, added: [], removed: 0 });
        const rest = rowsAt(places.filter((_, at) => here[at] === null));
        return rest.then((found) => {
          let next = 0;
          writeRows(
            known,
            here.map((row) => row ?? found[next++] ?? null),
            added,
          );
        });
      }),
    insertRows: (index, cells) =>
      inOrder(async () => {
        const [before, next] = await rowsAt([index - 1, index]);
        const first = next ? next.position : before ? before.position + 1 : 0;
        const rows = cells.map((row, at) => ({
          position: first + at,
          source_row: null,
          cells: row,
          problem: null,
        }));
        keep(withStep(steps.current, { kind: "insert", rows }));
        putRows(rows);
      }),
    removeRows: (indexes) =>
      inOrder(async () => {
        const found = await rowsAt(indexes);
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
        keep(withStep(steps.current, { kind: "remove", rows }));
        takeRows(rows);
      }),
    undo: () =>
      void inOrder(() => {
        const step = steps.current.done.at(-1);
        if (!step) return undefined;
        keep(withoutStep(steps.current));
        if (step.kind === "cells") put(step.before, [], step.added);
        else if (step.kind === "insert") takeRows(step.rows);
        else putRows(step.rows);
        return undefined;
      }),
    redo: () =>
      void inOrder(() => {
        const step = steps.current.undone.at(-1);
        if (!step) return undefined;
        keep(withStepAgain(steps.current));
        if (step.kind === "cells") put(step.after, step.added, []);
        else if (step.kind === "insert") putRows(step.rows);
        else takeRows(step.rows);
        return undefined;
      }),
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    error,
  };
}

/** What writing these cells changes, and what takes it back; rows that are not here are left out. */
function changeOf(cells: TypedCell[], rows: (JobRow | null)[]) {
  const before: CellEdit[] = [];
  const after: CellEdit[] = [];
  cells.forEach(({ column, text }, at) => {
    const row = rows[at];
    const old = row?.cells[column] ?? "";
    if (!row || old === text) return;
    before.push({ position: row.position, column, text: old });
    after.push({ position: row.position, column, text });
  });
  return { before, after };
}
