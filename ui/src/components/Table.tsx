import { clsx } from "clsx";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState, type KeyboardEvent } from "react";
import { isComposing } from "@/lib/composing";
import classes from "./Table.module.css";
import type { TableColumn } from "./TableColumn";
import { TableHead, type Sorting } from "./TableHead";
import { TableRow } from "./TableRow";

type Props<Row> = {
  /** Name for screen readers. */
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** 26 to scan, 32 to read, 44 with a second line. */
  rowHeight?: 26 | 32 | 44;
  /** Key of the selected row. */
  selected?: string | number | null;
  /** Makes rows selectable; arrows, Home, End and Page keys move the selection. */
  onSelect?: (row: Row) => void;
  /** Enter or double click. */
  onOpen?: (row: Row) => void;
  /** Thin lines between columns, like a spreadsheet. */
  lined?: boolean;
  /** A row in double rule at the foot, in the order of the columns. */
  total?: TableColumn<null>[];
  /** Space at the sides of first and last column, to align with the pane's edge: 20 px or none. */
  inset?: boolean;
  /** True: as high as its rows; the pane scrolls, and all rows are drawn. For short tables. */
  whole?: boolean;
  /** Called when the last rows come into view, to load more. */
  onEnd?: () => void;
  /** Called with the first and last row in view when they change, for lists that load what is looked at. */
  onRange?: (first: number, last: number) => void;
};

/** A dense table that draws only what is in view, worked by keyboard, sorted on demand. */
export function Table<Row>(props: Props<Row>) {
  const { columns, rowKey, rowHeight = 32, onSelect, onOpen, whole = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [sorting, setSorting] = useState<(Sorting & { order: Order }) | null>(null);
  const rows = sorting ? inOrder(props.rows, rowKey, sorting.order) : props.rows;
  const sort = (next: Sorting | null) =>
    setSorting(next && { ...next, order: orderOf(props.rows, rowKey, columns, next) });
  // The compiler cannot follow this library's own memory; nothing here depends on it.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    enabled: !whole,
    onChange: (instance) => {
      const last = instance.range?.endIndex ?? 0;
      props.onRange?.(instance.range?.startIndex ?? 0, last);
      if (last >= rows.length - 1 && rows.length > 0) props.onEnd?.();
    },
  });
  const active = onSelect !== undefined || onOpen !== undefined;
  const selectedIndex = rows.findIndex((row) => rowKey(row) === props.selected);
  const items = whole
    ? rows.map((_, index) => ({ index }))
    : virtual.getVirtualItems().map(({ index }) => ({ index }));
  const first = items[0]?.index ?? 0;
  const after = rows.length - 1 - (items.at(-1)?.index ?? rows.length - 1);

  const move = (to: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, to));
    const row = rows[index];
    if (row === undefined) return;
    if (!whole) virtual.scrollToIndex(index);
    onSelect?.(row);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest("tr");
    if (isComposing(event) || row?.dataset["index"] === undefined || event.target !== row) return;
    const at = Number(row.dataset["index"]);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 320) / rowHeight) - 2);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = steps[event.key];
    const here = rows[at];
    if (to !== undefined && !event.metaKey && !event.ctrlKey && !event.altKey) move(to);
    else if (
      event.key === "Enter" &&
      here !== undefined &&
      onOpen &&
      !event.ctrlKey &&
      !event.metaKey
    )
      onOpen(here);
    else return;
    event.preventDefault();
  };

  return (
    // The rows inside take the keys; the frame only listens for them, and scrolls by them where no row takes the focus.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className={clsx(classes.scroller, whole && classes.whole)}
      tabIndex={active || whole ? undefined : 0}
      onKeyDown={active ? onKeyDown : undefined}
    >
      <table
        className={clsx(classes.table, props.lined && classes.lined, props.inset && classes.inset)}
        data-row={rowHeight}
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        role={active ? "grid" : undefined}
      >
        <TableHead columns={columns} sorting={sorting} onSort={sort} />
        <tbody>
          {first > 0 && <Gap height={first * rowHeight} />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TableRow
                key={rowKey(row)}
                row={row}
                index={index}
                columns={columns}
                active={active}
                selected={index === selectedIndex}
                stop={index === (selectedIndex === -1 ? 0 : selectedIndex)}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            );
          })}
          {after > 0 && <Gap height={after * rowHeight} />}
        </tbody>
        {props.total && (
          <tfoot>
            <tr>
              {props.total.map((column) => (
                <td key={column.key} data-align={column.align} data-wide-only={column.wideOnly}>
                  {column.cell(null, 0)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Rows out of view. One cell only: spanning columns that a small window hides would bring them back, empty. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" className={classes.gap}>
      <td style={{ height }} />
    </tr>
  );
}

/** The places of rows by their keys. */
type Order = ReadonlyMap<string | number, number>;

/** The order at the moment it was asked for: rows stay where they are while their numbers run. */
function orderOf<Row>(
  rows: Row[],
  rowKey: (row: Row) => string | number,
  columns: TableColumn<Row>[],
  sorting: Sorting,
): Order {
  const by = columns.find((column) => column.key === sorting.key)?.sort ?? (() => 0);
  const sign = sorting.descending ? -1 : 1;
  const sorted = [...rows].sort((a, b) => {
    const [left, right] = [by(a), by(b)];
    return (
      sign *
      (typeof left === "number" && typeof right === "number"
        ? left - right
        : String(left).localeCompare(String(right)))
    );
  });
  return new Map(sorted.map((row, place) => [rowKey(row), place]));
}

/** Rows in an order; those that came later stand at the end, as they came. */
function inOrder<Row>(rows: Row[], rowKey: (row: Row) => string | number, order: Order): Row[] {
  const place = (row: Row) => order.get(rowKey(row)) ?? rows.length;
  return [...rows].sort((a, b) => place(a) - place(b));
}
