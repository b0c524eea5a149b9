import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import classes from "./Table.module.css";
import type { TableColumn } from "./TableColumn";

/** Which column sorts, and which way. */
export type Sorting = { key: string; descending: boolean };

type Props<Row> = {
  columns: TableColumn<Row>[];
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
};

/** Heads and widths of a table; a head that sorts is a button: down, up, as it came. */
export function TableHead<Row>({ columns, sorting, onSort }: Props<Row>) {
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col
            key={column.key}
            data-wide-only={column.wideOnly}
            style={column.width === undefined ? undefined : { width: column.width }}
          />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => {
            const mine = sorting?.key === column.key ? sorting : null;
            return (
              <th
                key={column.key}
                scope="col"
                data-align={column.align}
                data-result={column.result}
                data-row-number={column.rowNumber}
                data-wide-only={column.wideOnly}
                aria-sort={mine ? (mine.descending ? "descending" : "ascending") : undefined}
              >
                {column.sort ? (
                  <button
                    type="button"
                    className={classes.sort}
                    onClick={() => onSort(nextSorting(column.key, mine))}
                  >
                    <span className={classes.headText}>{column.head}</span>
                    {mine &&
                      (mine.descending ? (
                        <IconArrowDown size={12} stroke={1.6} aria-hidden />
                      ) : (
                        <IconArrowUp size={12} stroke={1.6} aria-hidden />
                      ))}
                  </button>
                ) : (
                  column.head
                )}
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}

function nextSorting(key: string, now: Sorting | null): Sorting | null {
  if (!now) return { key, descending: true };
  return now.descending ? { key, descending: false } : null;
}
