import type { ColumnRegular, HyperFunc, VNode } from "@revolist/react-datagrid";
import type { FieldView, JobRow } from "@/bindings/contract";
import by from "@/components/DecidedBy.module.css";
import { fittedShapes, type ColumnShape } from "./columnShapes";
import type { GridRow } from "./gridRows";
import classes from "./TaskGrid.module.css";

/** Width of the first result, which stays in view, and of the others. */
const RESULT = 216;
const MORE = 140;
/** Room for a scroll bar. */
const BAR = 15;
const PLAIN: ColumnShape = { width: 120, wish: 120, number: false };

/** Words of the grid, in the person's language. */
export type GridWords = {
  use: string;
  notUsed: string;
  result: (label: string) => string;
  /** What a screen reader says of the button above a column. */
  feeds: (column: string, input: string | null) => string;
  decided: (row: JobRow) => string;
  /** Why a row cannot be used; null if it can. */
  problem: (row: JobRow) => string | null;
};

/** Everything the columns are made of. */
export type GridLook = {
  columns: string[];
  shapes: ColumnShape[];
  /** Widths the person dragged, by property. */
  dragged: Record<string, number>;
  /** The label of the input each column feeds; null: not used. */
  feeds: (string | null)[];
  /** True: columns that feed nothing are left out. */
  usedOnly: boolean;
  outputs: FieldView[];
  /** Indexes of the outputs shown besides the first. */
  moreOutputs: number[];
  /** Width of the row numbers in px. */
  numbers: number;
  /** Width of the grid in px; 0 while it is not known. */
  room: number;
  words: GridWords;
  /** The button above a column was pressed. */
  onMap: (column: number, head: HTMLElement) => void;
};

/** The columns of a task list: what goes in, then what comes out; the first result stays in view at the right. */
export function gridColumns(look: GridLook): ColumnRegular[] {
  const places = look.columns
    .map((_, index) => index)
    .filter((index) => !look.usedOnly || look.feeds[index] !== null);
  // What is not the source's: row numbers, results, and the scroll bar.
  const taken =
    look.numbers + BAR + (look.outputs.length > 0 ? RESULT : 0) + look.moreOutputs.length * MORE;
  const fitted = fittedShapes(
    places.map((index) => look.shapes[index] ?? PLAIN),
    look.room - taken,
  );
  const sources = places.map((index, at) =>
    sourceColumn(look, look.columns[index] ?? "", index, fitted[at] ?? PLAIN),
  );
  const first = look.outputs[0];
  const more = look.moreOutputs.flatMap((index) => {
    const output = look.outputs[index];
    return output ? [resultColumn(look, output, index)] : [];
  });
  return [...sources, ...more, ...(first ? [resultColumn(look, first, 0)] : [])];
}

/** Width of the row numbers of a list, in px; a file has a few rows more than its list. */
export function rowNumberWidth(rows: number): number {
  return Math.max(3, String(rows + 50).length) * 7 + 20;
}

/** The column of row numbers; they are those of the file. */
export function rowNumbers(words: GridWords, width: number): ColumnRegular {
  return {
    prop: "number",
    size: width,
    columnTemplate: (h: HyperFunc<VNode>) =>
      h("div", { class: classes.head }, [
        h("span", { class: classes.use }, words.use),
        h("span", { class: classes.name }, ""),
      ]),
    columnProperties: () => ({ role: "columnheader" }),
    cellProperties: () => ({ role: "rowheader", tabindex: -1 }),
    cellTemplate: (h: HyperFunc<VNode>, { model }: { model: Partial<GridRow> }) =>
      h("span", { class: classes.rowNumber }, model.row ? String(model.row.source_row) : ""),
  };
}

function sourceColumn(
  look: GridLook,
  name: string,
  index: number,
  { width, number }: ColumnShape,
): ColumnRegular {
  const prop = `c${index}`;
  const feeds = look.feeds[index] ?? null;
  const cell = [number && classes.number, feeds === null && classes.unused]
    .filter(Boolean)
    .join(" ");
  return {
    prop,
    name,
    size: look.dragged[prop] ?? width,
    minSize: 48,
    columnTemplate: (h) =>
      h("div", { class: classes.head }, [
        h(
          "button",
          {
            type: "button",
            class: classes.map,
            "data-feeds": String(feeds !== null),
            "aria-haspopup": "menu",
            "aria-label": look.words.feeds(name, feeds),
            title: feeds ?? look.words.notUsed,
            onMouseDown: (event: Event) => event.stopPropagation(),
            onClick: (event: Event) => {
              if (event.currentTarget instanceof HTMLElement)
                look.onMap(index, event.currentTarget);
            },
          },
          [
            h("span", { class: classes.mapText }, feeds ?? look.words.notUsed),
            h("span", { class: classes.chevron, "aria-hidden": "true" }, ""),
          ],
        ),
        h(
          "span",
          { class: number ? `${classes.name} ${classes.number}` : classes.name, title: name },
          name,
        ),
      ]),
    columnProperties: () => ({ "aria-label": name }),
    cellProperties: ({ model }) => ({
      class: `${classes.cell} ${cell}`,
      title: textOf(model, prop),
    }),
    cellTemplate: (h, { model }) =>
      rowOf(model) ? textOf(model, prop) : h("i", { class: classes.pending }, ""),
  };
}

function resultColumn(look: GridLook, output: FieldView, index: number): ColumnRegular {
  const prop = `o${index}`;
  const first = index === 0;
  return {
    prop,
    name: output.label,
    readonly: true,
    size: look.dragged[prop] ?? (first ? RESULT : MORE),
    minSize: 90,
    ...(first ? { pin: "colPinEnd" as const } : {}),
    columnTemplate: (h) =>
      h("div", { class: `${classes.head} ${classes.result}` }, [
        h(
          "span",
          { class: classes.out, title: look.words.result(output.label) },
          look.words.result(output.label),
        ),
        h("span", { class: classes.name, title: output.label }, output.label),
      ]),
    columnProperties: () => ({ "aria-label": output.label, class: classes.resultHead ?? "" }),
    cellProperties: ({ model }) => ({
      class: `${classes.cell} ${classes.result}`,
      title: problemOf(look, model) ?? textOf(model, prop),
    }),
    cellTemplate: (h, { model }) => {
      const row = rowOf(model);
      if (!row) return h("i", { class: classes.pending }, "");
      const problem = first ? problemOf(look, model) : null;
      const text = problem ?? textOf(model, prop);
      return h("span", { class: classes.decided }, [
        first ? h("span", { class: by.by, "data-by": row.decides }, look.words.decided(row)) : null,
        h("span", { class: problem ? `${classes.text} ${classes.problem}` : classes.text }, text),
      ]);
    },
  };
}

function problemOf(look: GridLook, model: unknown): string | null {
  const row = rowOf(model);
  return row ? look.words.problem(row) : null;
}

/** The grid keeps rows without their type. */
function rowOf(model: unknown): JobRow | null {
  return typeof model === "object" && model !== null && "row" in model
    ? (model as GridRow).row
    : null;
}

function textOf(model: unknown, prop: string): string {
  const value: unknown =
    typeof model === "object" && model !== null ? Reflect.get(model, prop) : "";
  return typeof value === "string" ? value : "";
}
