import type { RulesView, SheetColumnView } from "@/bindings/contract";

/** A rules table being edited; each row keeps its own id while it moves. */
export type Sheet = {
  columns: SheetColumnView[];
  rows: SheetRow[];
};

export type SheetRow = { id: number; cells: string[] };

/** Something done to a table. */
export type Edit =
  | { do: "cell"; row: number; column: number; text: string }
  | { do: "add" }
  | { do: "remove"; row: number }
  | { do: "move"; row: number; by: 1 | -1 }
  | { do: "column"; part: string; field: string };

/** The table as the engine holds it. */
export function sheetOf(view: RulesView): Sheet {
  return {
    columns: view.columns,
    rows: view.rows.map((cells, id) => ({ id, cells })),
  };
}

/** The table after an edit. */
export function edited(sheet: Sheet, edit: Edit): Sheet {
  const rows = [...sheet.rows];
  switch (edit.do) {
    case "cell":
      return {
        ...sheet,
        rows: rows.map((row, at) => (at === edit.row ? withCell(row, edit) : row)),
      };
    case "add": {
      const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
      return { ...sheet, rows: [...rows, { id, cells: sheet.columns.map(() => "") }] };
    }
    case "remove":
      return { ...sheet, rows: rows.filter((_, at) => at !== edit.row) };
    case "move": {
      const [moved] = rows.splice(edit.row, 1);
      if (moved) rows.splice(Math.max(0, edit.row + edit.by), 0, moved);
      return { ...sheet, rows };
    }
    case "column":
      return withColumn(sheet, edit.part, edit.field);
  }
}

/** Columns the skill knows and the table does not have yet. */
export function missingInputs(sheet: Sheet, view: RulesView) {
  return view.inputs.filter(
    (input) => !sheet.columns.some((column) => column.part === "if" && column.field === input.name),
  );
}

function withCell(row: SheetRow, edit: { column: number; text: string }): SheetRow {
  const cells = [...row.cells];
  while (cells.length <= edit.column) cells.push("");
  cells[edit.column] = edit.text;
  return { ...row, cells };
}

/** Adds a column behind the others of its part. */
function withColumn(sheet: Sheet, part: string, field: string): Sheet {
  const last = sheet.columns.findLastIndex((column) => column.part === part);
  const at = last === -1 && part !== "if" ? sheet.columns.length : last + 1;
  return {
    columns: sheet.columns.toSpliced(at, 0, { part, field, title: "" }),
    rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.toSpliced(at, 0, "") })),
  };
}
