import { RevoGrid, type ColumnRegular } from "@revolist/react-datagrid";
import { useEffect, useMemo, useRef, type FocusEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "@/lib/composing";
import { cellEditor } from "./cellEditor";
import type { DrawnMarks, Marks } from "./foundMarks";
import { listenToGrid, type GridEvents, type GridRange } from "./gridEvents";
import type { GridRow } from "./gridRows";
import { focusCell, GRID_ROW } from "./showCell";
import { useGridWrites } from "./useGridWrites";
import { useMarks } from "./useMarks";
import classes from "./TaskGrid.module.css";

type Props = {
  /** Name for screen readers. */
  label: string;
  columns: ColumnRegular[];
  /** The column of row numbers. */
  numbers: ColumnRegular;
  rows: GridRow[];
  /** Changes when another set of rows is shown: the grid goes back to the top. */
  scene: string;
  /** True if the last row is blank and makes new rows. */
  grows: boolean;
  /** Changes when what is looked for does: cells are drawn anew, and the one that was found comes into sight. */
  marks: Marks;
  /** Where the drawing of cells reads them. */
  drawn: DrawnMarks;
  /** True while the field that finds is open; afterwards the place that was found has the focus. */
  seeking: boolean;
  events: Omit<GridEvents, "onEditEnd" | "onRange" | "onCell" | "onPaste">;
  /** Cells of a paste that did not fit. */
  onCutOff: (rows: number, columns: number) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Repeats the first row of the range in the rows below it. */
  onFillDown: (range: GridRange) => void;
  /** Tells which cells are chosen. */
  onSelect: (range: GridRange) => void;
};

/** The spreadsheet itself: real cells, spreadsheet keys, copy and paste of any number of cells. */
export function TaskGrid(props: Props) {
  const { t } = useTranslation("job");
  const grid = useRef<HTMLRevoGridElement>(null);
  const events = useRef<Omit<GridEvents, "onEditEnd" | "onRange" | "onCell">>({
    ...props.events,
    onPaste: () => undefined,
  });
  const onSelect = useRef(props.onSelect);
  const chosen = useRef<GridRange | null>(null);
  /** How far the rows are scrolled, in px. */
  const top = useRef(0);
  const writes = useGridWrites(grid, chosen, { ...props, top });
  // Follows the grid's own events, which live outside React; handlers are fresh after every drawing.
  useEffect(() => {
    events.current = { ...props.events, onEdit: writes.onEdit, onPaste: writes.onPaste };
    onSelect.current = props.onSelect;
  });
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    // Escape removes the field that had the focus, and the grid leaves it nowhere.
    const onEditEnd = () => setTimeout(() => void focusCell(element), 60);
    const onRange = (range: GridRange) => {
      chosen.current = range;
      onSelect.current(range);
    };
    const onCell = async () => {
      const cell = (await element.getFocused())?.cell;
      if (cell) onRange({ x: cell.x, y: cell.y, x1: cell.x, y1: cell.y });
    };
    const onSight = (from: number) => {
      top.current = from;
      events.current.onSight(from);
    };
    return listenToGrid(element, () => ({
      ...events.current,
      onSight,
      onEditEnd,
      onRange,
      onCell: () => void onCell(),
    }));
  }, []);
  // Follows the grid's own scroll position.
  useEffect(() => {
    void grid.current?.scrollToRow(0);
  }, [props.scene]);
  useMarks(grid, { ...props, top });
  const { onKey } = writes;
  const editors = useMemo(
    () => ({
      cell: cellEditor({
        label: (column) => t("grid.editing", { column }),
        onKey,
      }),
    }),
    [t, onKey],
  );
  const columns = useMemo(
    () => props.columns.map((column) => ({ ...column, editor: "cell" })),
    [props.columns],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || isField(event.target)) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === "z") (event.shiftKey ? props.onRedo : props.onUndo)();
    else if (command && key === "y") props.onRedo();
    else if (command && key === "d") fillDown();
    else if (event.key === "F2") void editFocused();
    else return;
    event.preventDefault();
  };
  const fillDown = () => {
    const range = chosen.current;
    if (range && range.y1 > range.y) props.onFillDown(range);
  };
  const editFocused = async () => {
    const focused = await grid.current?.getFocused();
    if (focused) await grid.current?.setCellEdit(focused.cell.y, focused.column?.prop ?? "");
  };
  const onFocus = async (event: FocusEvent) => {
    // Tab and F6 reach the frame; a cell takes over from there.
    if (event.target !== grid.current || (await grid.current.getFocused())) return;
    await grid.current.setCellsFocus({ x: 0, y: 0 }, { x: 0, y: 0 });
  };
  const onBlur = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !event.currentTarget.contains(to)) void grid.current?.clearFocus();
  };

  return (
    // The cells inside take the keys; the frame only listens for them.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.frame}
      data-typing
      onKeyDown={onKeyDown}
      onFocus={(event) => void onFocus(event)}
      onBlur={onBlur}
    >
      <RevoGrid
        ref={grid}
        className={classes.grid ?? ""}
        aria-label={props.label}
        theme="default"
        rowSize={GRID_ROW}
        rowHeaders={props.numbers}
        columns={columns}
        source={props.rows}
        editors={editors}
        filter={false}
        range
        resize
        applyOnClose
      />
    </div>
  );
}

function isField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
