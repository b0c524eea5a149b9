import type { ColumnRegular } from "@revolist/react-datagrid";
import { useCallbackRef } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { JobRow, JobView, TableSummary } from "@/bindings/contract";
import { columnShapes } from "./columnShapes";
import type { DrawnMarks } from "./foundMarks";
import { gridColumns, rowNumbers, rowNumberWidth } from "./gridColumns";
import { inputOf } from "./mapping";
import { useGridWords } from "./useGridWords";

type Options = {
  job: JobView;
  table: TableSummary;
  /** The first rows; undefined until they are here. */
  rows: JobRow[] | undefined;
  /** True: columns that feed nothing are left out. */
  usedOnly: boolean;
  /** Width of the grid in px. */
  room: number;
  /** The label of the input columns are chosen for; null: none. */
  choosing: string | null;
  /** What is looked for, as the cells are drawn. */
  marks: DrawnMarks;
  /** A column's head was pressed. */
  onPress: (column: number, head: HTMLElement) => void;
};

/** The columns of the grid; widths hold still while the rest comes. */
type GridHead = {
  columns: ColumnRegular[];
  numbers: ColumnRegular;
  /** Widths the person dragged. */
  onResize: (widths: Record<string, number>) => void;
};

/** Makes the columns of a task list. */
export function useGridHead(options: Options): GridHead {
  const { job, table, rows, usedOnly, room, choosing, marks } = options;
  const { columns, problems } = table;
  const { inputs, outputs, mapping } = job;
  const words = useGridWords(problems);
  const [dragged, setDragged] = useState<Record<string, number>>({});
  const key = columns.join("\u0000");
  const [shaped, setShaped] = useState<{ key: string; shapes: ReturnType<typeof columnShapes> }>();
  if (rows && shaped?.key !== key) setShaped({ key, shapes: columnShapes(columns, rows) });
  const shown = rows?.some((row) => row.shown.slice(1).some((text) => text !== "")) === true;
  const width = rowNumberWidth(table.rows);
  const onMap = useCallbackRef(options.onPress);
  const made = useMemo(
    () =>
      gridColumns({
        columns,
        shapes: shaped?.shapes ?? [],
        dragged,
        feeds: columns.map((column) => {
          const name = inputOf(mapping, column);
          if (name === null) return null;
          const label = inputs.find((input) => input.name === name)?.label ?? name;
          const fed = mapping.find((one) => one.input === name)?.columns ?? [];
          return { label, place: fed.length > 1 ? fed.indexOf(column) + 1 : null };
        }),
        // Who chooses columns wants to see those that are not used yet.
        usedOnly: usedOnly && choosing === null,
        outputs,
        moreOutputs: shown ? outputs.map((_, index) => index).slice(1) : [],
        numbers: width,
        room,
        words,
        choosing,
        marks,
        onMap,
      }),
    [
      columns,
      shaped,
      dragged,
      mapping,
      inputs,
      outputs,
      usedOnly,
      shown,
      width,
      room,
      words,
      choosing,
      marks,
      onMap,
    ],
  );
  const numbers = useMemo(() => rowNumbers(words, width), [words, width]);
  return {
    columns: made,
    numbers,
    onResize: (widths) => setDragged((now) => ({ ...now, ...widths })),
  };
}
