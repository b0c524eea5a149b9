import type { ColumnRegular, HyperFunc, VNode } from "@revolist/react-datagrid";
import type { FieldView, JobRow } from "@/bindings/contract";
import by from "@/components/DecidedBy.module.css";
import { sourceHead } from "./columnHead";
import { fittedShapes, type ColumnShape } from "./columnShapes";
import { markedParts, type Marks } from "./foundMarks";
import type { GridLook, GridWords } from "./gridLook";
import type { GridRow } from "./gridRows";
import classes from "./TaskGrid.module.css";

/** Width of the first result, which stays in view, and of the others. */
const RESULT = 216;
const MORE = 140;
/** Room for a scroll bar. */
const BAR = 15;
/** Letters of a cell that are drawn, and that its title tells. */
const MOST_SHOWN = 400;
const MOST_TITLE = 2000;
const PLAIN: ColumnShape = { width: 120, wish: 120, number: false };

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
      h(
        "span",
        { class: classes.rowNumber, title: model.blank ? words.newRow : undefined },
        model.row ? String(model.row.source_row) : model.blank ? "+" : "",
      ),
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
    columnTemplate: (h) => sourceHead(h, look, { name, index, number, feeds }),
    columnProperties: () => ({ "aria-label": name }),
    cellProperties: ({ model, rowIndex }) => {
      const { here } = look.marks.read();
      const found = here !== null && here.row === rowIndex && here.column === index;
      return {
        class: `${classes.cell} ${cell} ${found ? classes.found : ""}`,
        dir: "auto",
        title: textOf(model, prop).slice(0, MOST_TITLE),
      };
    },
    cellTemplate: (h, { model }) => {
      if (rowOf(model)) return markedText(h, textOf(model, prop), look.marks.read());
      return isBlank(model) ? "" : h("i", { class: classes.pending }, "");
    },
  };
}

/** A cell's text with marks on what was found; a long one is cut here, as nobody sees its end and drawing it is slow. */
function markedText(h: HyperFunc<VNode>, text: string, marks: Marks) {
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  if (marks.text === "") return shown;
  return markedParts(shown, marks.text).map((part) =>
    part.hit ? h("mark", { class: classes.mark }, part.text) : part.text,
  );
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
      if (!row) return isBlank(model) ? "" : h("i", { class: classes.pending }, "");
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

/** True for the row below the last one. */
function isBlank(model: unknown): boolean {
  return typeof model === "object" && model !== null && "blank" in model;
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
