import { beginning } from "@/lib/longText";
import classes from "./Table.module.css";
import type { TableColumn } from "./TableColumn";

/** Letters of a cell that a table draws, and that its title tells. */
const MOST_DRAWN = 2000;

type Props<Row> = {
  row: Row;
  index: number;
  columns: TableColumn<Row>[];
  /** True if rows can be chosen. */
  active: boolean;
  selected: boolean;
  /** True if Tab stops at this row. */
  stop: boolean;
  onSelect: ((row: Row) => void) | undefined;
  onOpen: ((row: Row) => void) | undefined;
};

/** One row of a table. A click chooses it; a table that only opens, opens on the click. */
export function TableRow<Row>(props: Props<Row>) {
  const { row, index, columns, active, selected, stop, onSelect, onOpen } = props;
  const open = () => onOpen?.(row);
  return (
    <tr
      className={classes.row}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={active ? selected : undefined}
      data-active={active}
      tabIndex={active ? (stop ? 0 : -1) : undefined}
      onClick={active ? () => (onSelect ? onSelect(row) : open()) : undefined}
      onDoubleClick={active && onSelect ? open : undefined}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-align={column.align}
          data-dim={column.dim}
          data-result={column.result}
          data-row-number={column.rowNumber}
          data-wide-only={column.wideOnly}
          title={partly(column.title?.(row))}
        >
          {partly(column.cell(row, index))}
        </td>
      ))}
    </tr>
  );
}

/** A text as a line can show it: of megabytes its beginning. */
function partly<Shown>(shown: Shown): Shown | string {
  return typeof shown === "string" ? beginning(shown, MOST_DRAWN) : shown;
}
