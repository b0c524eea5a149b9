import { IconTable } from "@tabler/icons-react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewItem, RunDetail, SourceCell, TaskRow } from "@/bindings/contract";
import { PartedText } from "@/components/PartedText";
import { beginning } from "@/lib/longText";
import { AlikeRows } from "./AlikeRows";
import type { Evidence } from "./evidence";
import type { QueueColumns } from "./queueColumns";
import { DocumentPane } from "./source/DocumentPane";
import { useDocumentSight } from "./source/useDocumentSight";
import classes from "./SourcePanel.module.css";

type Props = {
  ref: RefObject<HTMLDivElement | null>;
  detail: RunDetail;
  row: TaskRow;
  columns: QueueColumns;
  /** None until it was read; the cells are known before. */
  item: ReviewItem | undefined;
  evidence: Evidence[];
  /** The evidence in view, by its place. */
  spot: number;
};

/** Where the result came from: the cells of the row with those that were read marked, and the document. */
export function SourcePanel({ ref, detail, row, columns, item, evidence, spot }: Props) {
  const { t } = useTranslation("review");
  const cells = item?.source ?? cellsOf(detail, row);
  const sight = useDocumentSight(row.task, spot);
  const document = item?.document ?? null;
  return (
    <section
      className={classes.source}
      data-pane
      tabIndex={-1}
      aria-label={t("source.label")}
      data-document={document !== null}
    >
      <header className={classes.bar}>
        <IconTable size={14} stroke={1.6} aria-hidden />
        <h2 title={detail.source}>{detail.source}</h2>
        <span className={classes.faint}>{t("source.row", { row: row.source_row })}</span>
      </header>
      <div className={classes.body} ref={ref}>
        <dl className={classes.cells} data-narrow={document === null}>
          {cells.map((cell, at) => (
            <div key={`${row.task} ${at} ${cell.column}`} className={classes.cell}>
              <dt title={cell.column}>{cell.column}</dt>
              <dd title={beginning(cell.text)} dir="auto">
                {cell.text.trim() === "" ? (
                  <span className={classes.faint}>{t("source.empty")}</span>
                ) : cell.used ? (
                  <mark>
                    <PartedText text={cell.text} />
                  </mark>
                ) : (
                  <PartedText text={cell.text} />
                )}
              </dd>
            </div>
          ))}
        </dl>
        {document === null && (
          <AlikeRows run={detail.run.run} row={row} columns={columns} wanted={item !== undefined} />
        )}
        {document !== null && (
          <DocumentPane
            run={detail.run.run}
            task={row.task}
            document={document}
            evidence={evidence}
            spot={spot}
            sight={sight}
          />
        )}
      </div>
    </section>
  );
}

/** The cells of a row before its item was read. */
function cellsOf(detail: RunDetail, row: TaskRow): SourceCell[] {
  return detail.columns.map((column, at) => ({
    column,
    text: row.cells[at] ?? "",
    used: detail.used_columns.includes(at),
  }));
}
