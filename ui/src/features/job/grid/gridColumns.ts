import type { ColumnRegular, HyperFunc, VNode } from "@revolist/react-datagrid";
import type { FieldView, JobRow } from "@/bindings/contract";
import by from "@/components/DecidedBy.module.css";
import type { ColumnShape } from "./columnShapes";
import type { GridRow } from "./gridRows";
import classes from "./TaskGrid.module.css";

/** Words of the grid, in the person's language. */
export type GridWords = {
  use: string;
  notUsed: string;
  result: (label: string) => string;
  /** What a screen reader says of the button above a column. */
  feeds: (column: string, input: string | null) => string;
  decided: (row: JobRow) => string;
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
  words: GridWords;
  /** The button above a column was pressed. */
  onMap: (column: number, head: HTMLElement) => void;
};

/** The columns of a task list: what goes in, then what comes out; the first result stays in view at the right. */
export function gridColumns(look: GridLook): ColumnRegular[] {
  const sources = look.columns
    .map((name, index) => sourceColumn(look, name, index))
    .filter((_, index) => !look.usedOnly || look.feeds[index] !== null);
  const first = look.outputs[0];
  const more = look.moreOutputs.flatMap((index) => {
    const output = look.outputs[index];
    return output ? [resultColumn(look, output, index)] : [];
  });
  return [...sources, ...more, ...(first ? [resultColumn(look, first, 0)] : [])];
}

/** The column of row numbers; they are those of the file. */
export function rowNumbers(words: GridWords, rows: number): ColumnRegular {
  const digits = Math.max(3, String(rows).length);
  return {
    prop: "number",
    size: digits * 7 + 20,
    columnTemplate: (h: HyperFunc<VNode>) =>
      h("div", { class: classes.head }, [
        h("span", { class: classes.use }, words.use),
        h("span", { class: classes.name }, ""),
      ]),
    cellTemplate: (h: HyperFunc<VNode>, { model }: { model: Partial<GridRow> }) =>
      h("span", { class: classes.rowNumber }, model.row ? String(model.row.source_row) : ""),
  };
}

function sourceColumn(look: GridLook, name: string, index: number): ColumnRegular {
  const prop = `c${index}`;
  const { width = 120, number = false } = look.shapes[index] ?? {};
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
    size: look.dragged[prop] ?? (first ? 208 : 140),
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
      title: rowOf(model)?.problem ?? textOf(model, prop),
    }),
    cellTemplate: (h, { model }) => {
      const row = rowOf(model);
      if (!row) return h("i", { class: classes.pending }, "");
      const text = row.problem ?? textOf(model, prop);
      return h("span", { class: classes.decided }, [
        first ? h("span", { class: by.by, "data-by": row.decides }, look.words.decided(row)) : null,
        h(
          "span",
          { class: row.problem ? `${classes.text} ${classes.problem}` : classes.text },
          text,
        ),
      ]);
    },
  };
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
