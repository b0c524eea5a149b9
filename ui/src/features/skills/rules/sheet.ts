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
  | { do: "add"; row: number }
  | { do: "duplicate"; row: number }
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
    case "add":
      return { ...sheet, rows: rows.toSpliced(edit.row, 0, fresh(rows, blankCells(sheet))) };
    case "duplicate": {
      const cells = rows[edit.row]?.cells ?? blankCells(sheet);
      return { ...sheet, rows: rows.toSpliced(edit.row + 1, 0, fresh(rows, [...cells])) };
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

/** True for a row without anything in it; the engine leaves it out and does not number it. */
export function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** The places in the engine's list of rules, one a row; null for rows it leaves out. */
export function placesOf(rows: SheetRow[]): (number | null)[] {
  let next = 0;
  return rows.map((row) => (isBlank(row.cells) ? null : next++));
}

/** Places of the rows with a text in one of their cells, whatever its case. */
export function rowsWith(rows: SheetRow[], text: string): number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  return rows.flatMap((row, at) =>
    row.cells.some((cell) => cell.toLowerCase().includes(wanted)) ? [at] : [],
  );
}

function blankCells(sheet: Sheet): string[] {
  return sheet.columns.map(() => "");
}

function fresh(rows: SheetRow[], cells: string[]): SheetRow {
  return { id: rows.reduce((most, row) => Math.max(most, row.id), -1) + 1, cells };
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
