import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { RulesView } from "@/bindings/contract";
import { isComposing } from "@/lib/composing";
import { keyOf } from "@/lib/keys";
import { EditRow } from "./EditRow";
import type { Place } from "./place";
import type { Edit, Sheet } from "./sheet";
import { useHeads } from "./useHeads";
import type { Facts } from "./useRowFacts";
import classes from "./Editor.module.css";

type Props = {
  view: RulesView;
  sheet: Sheet;
  facts: Facts;
  /** The field that takes the focus when it appears. */
  focus: Place | null;
  /** The row that was looked for. */
  found: number | null;
  /** The row to bring into view, another object each time. */
  goTo: { row: number } | null;
  onFocus: (place: Place | null) => void;
  onEdit: (edit: Edit) => void;
};

const ROW_PX = 41;

/** Widths of the columns by their part, so that nothing moves while rows come into view. */
const WIDTHS: Record<string, number> = { if: 264, then: 200, note: 150, unknown: 150 };
const FIRST = { number: 44, tools: 112, use: 132 };

/** The rules in fields, one row each; only what is in view is drawn. */
export function EditTable(props: Props) {
  const { view, sheet, facts, focus, found, goTo, onFocus, onEdit } = props;
  const { t } = useTranslation("rules");
  const scroller = useRef<HTMLDivElement>(null);
  const [typing, setTyping] = useState<number | null>(null);
  // The compiler cannot follow this library's own memory; nothing here depends on it.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: sheet.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (at) => sheet.rows[at]?.id ?? at,
    overscan: 8,
    // The row in which somebody types stays, however far the table is scrolled, and so does the one that is to take the focus.
    rangeExtractor: (range) => {
      const rows = new Set([...defaultRangeExtractor(range), typing ?? -1, focus?.row ?? -1]);
      return [...rows].filter((at) => at >= 0 && at < range.count).sort((a, b) => a - b);
    },
  });
  // The row that was looked for, or is to take the focus, is scrolled into view: the page is the outside world here.
  useEffect(() => {
    if (focus !== null && focus.row >= 0) virtual.scrollToIndex(focus.row);
  }, [focus, virtual]);
  useEffect(() => {
    if (goTo !== null) virtual.scrollToIndex(goTo.row, { align: "center" });
  }, [goTo, virtual]);
  const heads = useHeads(view, sheet.columns);
  const widths = [
    ...Object.values(FIRST),
    ...sheet.columns.map((column) => WIDTHS[column.part] ?? 150),
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target);
    if (!place || isComposing(event)) return;
    const act = keyAct(keyOf(event.nativeEvent), place.row, sheet.rows.length - 1);
    if (!act) return;
    event.preventDefault();
    if (act.edit) onEdit(act.edit);
    onFocus({ row: act.to, column: act.column ?? place.column });
  };
  const items = virtual.getVirtualItems();
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // The fields inside take the keys; the frame only listens for those that lead from row to row.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.scroll}
      ref={scroller}
      onKeyDown={onKeyDown}
      onFocus={(event) => setTyping(placeOf(event.target)?.row ?? null)}
    >
      <table
        className={classes.table}
        style={{ minWidth: widths.reduce((sum, width) => sum + width, 0) }}
        aria-label={t("edit.label")}
        aria-rowcount={sheet.rows.length + 1}
      >
        <colgroup>
          {widths.map((width, at) => (
            <col key={at} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th>{t("edit.rule")}</th>
            <th>{t("edit.move")}</th>
            <th>{t("edit.does")}</th>
            {sheet.columns.map((column, at) => (
              <th key={`${column.part} ${column.field} ${at}`}>{heads[at]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ index, start }, nth) => {
            const row = sheet.rows[index];
            if (row === undefined) return null;
            const said = facts.rows.get(row.id);
            const above = start - (items[nth - 1]?.end ?? 0);
            return (
              <Fragment key={row.id}>
                {above > 0 && <Gap height={above} />}
                <EditRow
                  row={row}
                  at={index}
                  measure={virtual.measureElement}
                  last={index === sheet.rows.length - 1}
                  columns={sheet.columns}
                  heads={heads}
                  view={view}
                  fault={said?.fault}
                  use={said?.use}
                  ran={facts.ran}
                  found={found === index}
                  focus={focus?.row === index ? focus : null}
                  onEdit={onEdit}
                  onFocus={onFocus}
                />
              </Fragment>
            );
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
    </div>
  );
}

/** Rows out of view. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" className={classes.gap}>
      <td style={{ height }} />
    </tr>
  );
}

/** The row and column a field stands in; null outside of them. */
function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>("[data-column]");
  const row = target.closest<HTMLElement>("[data-index]");
  if (!row) return null;
  return { row: Number(row.dataset["index"]), column: Number(cell?.dataset["column"] ?? 0) };
}

/** What a key does in a row; null: nothing of ours. */
function keyAct(
  key: string,
  row: number,
  last: number,
): { to: number; column?: number; edit?: Edit } | null {
  const within = (to: number) => Math.min(last, Math.max(0, to));
  switch (key) {
    case "mod+down":
      return { to: within(row + 1) };
    case "mod+up":
      return { to: within(row - 1) };
    case "mod+pagedown":
      return { to: within(row + 10) };
    case "mod+pageup":
      return { to: within(row - 10) };
    case "mod+home":
      return { to: 0 };
    case "mod+end":
      return { to: last };
    case "alt+down":
      return row === last ? null : { to: row + 1, edit: { do: "move", row, by: 1 } };
    case "alt+up":
      return row === 0 ? null : { to: row - 1, edit: { do: "move", row, by: -1 } };
    case "mod+enter":
      return { to: row + 1, column: 0, edit: { do: "add", row: row + 1 } };
    case "mod+d":
      return { to: row + 1, edit: { do: "duplicate", row } };
    default:
      return null;
  }
}
