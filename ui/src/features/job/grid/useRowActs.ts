import type { ColumnRegular } from "@revolist/react-datagrid";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { offerUndo } from "@/lib/undo";
import type { GridRange } from "./gridEvents";
import { columnOf } from "./gridRows";
import { quoteCell } from "./tsv";
import type { CellEdits } from "./useCellEdits";
import type { JobPages } from "./useJobPages";

type Options = {
  columns: ColumnRegular[];
  pages: JobPages;
  edits: CellEdits;
  /** Columns of the list. */
  width: number;
};

/** What a person does to the chosen rows and cells. */
export function useRowActs({ columns, pages, edits, width }: Options) {
  const { t } = useTranslation("job");
  const total = pages.rows.length;
  const undo = useRef(edits.undo);
  // Follows the offer to undo, which outlives this drawing.
  useEffect(() => {
    undo.current = edits.undo;
  });
  const columnsOf = (range: GridRange) =>
    columns.filter((column) => column.pin === undefined).slice(range.x, range.x1 + 1);
  const rowsOf = (range: GridRange) =>
    Array.from({ length: range.y1 - range.y + 1 }, (_, at) => range.y + at).filter(
      (index) => index < total,
    );
  return {
    /** How many of the chosen rows are rows of the list. */
    count: (range: GridRange | null) => (range ? rowsOf(range).length : 0),
    copy: async (range: GridRange) => {
      const rows = await pages.rowsAt(rowsOf(range));
      const lines = rows.map((row) =>
        columnsOf(range)
          .map(({ prop }) => quoteCell(row?.cells[columnOf(prop) ?? -1] ?? ""))
          .join("\t"),
      );
      await navigator.clipboard.writeText(lines.join("\n"));
    },
    fillDown: async (range: GridRange) => {
      // At once where it is here: what is written next has to wait for it.
      const first = pages.rowsHere([range.y])[0] ?? (await pages.rowsAt([range.y]))[0];
      if (!first) return;
      const places = columnsOf(range).flatMap(({ prop }) => columnOf(prop) ?? []);
      const below = rowsOf(range).slice(1);
      await edits.write(
        below.flatMap((index) =>
          places.map((column) => ({ index, column, text: first.cells[column] ?? "" })),
        ),
      );
    },
    add: (range: GridRange | null) => {
      const index = range ? Math.min(range.y1 + 1, total) : total;
      void edits.insertRows(index, [Array.from({ length: width }, () => "")]);
    },
    remove: (range: GridRange) => {
      const rows = rowsOf(range);
      void edits.removeRows(rows);
      offerUndo(t("rows.removed", { count: rows.length }), () => undo.current());
    },
    /** Says what of a paste did not fit. */
    cutOff: (rows: number, cutColumns: number) => {
      const words = [
        ...(rows > 0 ? [t("grid.cutOff", { count: rows })] : []),
        ...(cutColumns > 0 ? [t("grid.cutOffColumns", { count: cutColumns })] : []),
      ];
      offerUndo(words.join(t("comma")), () => undo.current());
    },
  };
}
