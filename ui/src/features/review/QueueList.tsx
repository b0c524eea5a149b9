import { useVirtualizer } from "@tanstack/react-virtual";
import { IconFlag } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewRow } from "@/bindings/contract";
import { beginning } from "@/lib/longText";
import { useVerdictWord } from "@/lib/useVerdictWord";
import { isOpen } from "./queue";
import { queueLabel, type QueueColumns } from "./queueColumns";
import classes from "./QueueList.module.css";
import { RiskWords } from "./RiskWords";
import { VerdictMark } from "./VerdictMark";

const ROW_PX = 32;
/** With a second line for the reasons. */
const TALL_PX = 44;
/** Rows that stay in view before and after the one at hand. */
const AROUND = 3;

type Props = {
  rows: ReviewRow[];
  columns: QueueColumns;
  now: number | null;
  onGo: (task: number) => void;
  /** True: each row says why it should be looked at. */
  reasons: boolean;
};

/** The list of rows; only what is in view is drawn. */
export function QueueList({ rows, columns, now, onGo, reasons }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const rowPx = reasons ? TALL_PX : ROW_PX;
  const scroller = useRef<HTMLDivElement>(null);
  // The compiler cannot follow this library's own memory; nothing here depends on it.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollPaddingStart: AROUND * rowPx,
    scrollPaddingEnd: AROUND * rowPx,
  });
  const at = rows.findIndex((row) => row.task === now);
  // Follows the place of a list that scrolls outside of React.
  useEffect(() => {
    if (at !== -1) virtual.scrollToIndex(at, { align: "auto" });
  }, [virtual, at]);
  const verdictWord = useVerdictWord();
  const said = (row: ReviewRow) => {
    if (row.verdict !== null) return verdictWord(row);
    if (!isOpen(row)) return t("common:state.failed");
    return row.needs_review ? t("queue.needs") : t("queue.open");
  };
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="listbox"
      aria-label={t("queue.label")}
      tabIndex={0}
      aria-activedescendant={now === null ? undefined : `queue-${now}`}
      onKeyDown={(event) => {
        const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        const next = by === 0 ? undefined : rows[at + by];
        if (next === undefined) return;
        event.preventDefault();
        onGo(next.task);
      }}
    >
      <div className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const text = row.cells[columns.label] ?? "";
          const label = beginning(queueLabel(text));
          return (
            // The listbox takes the keys for all of its rows.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={row.task}
              id={`queue-${row.task}`}
              role="option"
              tabIndex={-1}
              aria-selected={row.task === now}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              title={beginning(text)}
              className={classes.row}
              data-judged={row.verdict !== null}
              data-tall={reasons}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onGo(row.task)}
            >
              <VerdictMark row={row} />
              <span className={classes.label}>{label}</span>{" "}
              <span className={classes.amount}>
                {columns.amount === null ? row.source_row : row.cells[columns.amount]}
              </span>{" "}
              {row.flagged && (
                <IconFlag className={classes.flag} size={12} stroke={2} aria-hidden />
              )}
              {reasons && (
                <span className={classes.reasons}>
                  <RiskWords reasons={row.reasons} />
                </span>
              )}
              <span className={classes.spoken}>
                {t("queue.row", { row: row.source_row, state: said(row) })}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
