import { useTranslation } from "react-i18next";
import type { MergeColumnView, MergeDocumentView } from "@/bindings/contract";
import classes from "./Merge.module.css";
import { RowLinks } from "./RowLinks";

type Props = { document: MergeDocumentView; run: string };

/** The lines: paragraphs under their headings where a line is one text, a table otherwise. */
export function DocumentLines({ document, run }: Props) {
  const [only, ...more] = document.columns;
  return only?.kind === "text" && more.length === 0 ? (
    <Prose document={document} run={run} />
  ) : (
    <Lines document={document} run={run} />
  );
}

function Prose({ document, run }: Props) {
  const { t } = useTranslation("merge");
  const sections: { heading: string | null; from: number; lines: typeof document.lines }[] = [];
  document.lines.forEach((line, at) => {
    const open = sections.at(-1);
    if (open?.heading === line.heading) open.lines.push(line);
    else sections.push({ heading: line.heading, from: at, lines: [line] });
  });
  return sections.map(({ heading, from, lines }) => (
    <section key={from}>
      {heading !== null && <h3>{heading}</h3>}
      {lines.map((line, at) => (
        <p key={from + at} className={classes.paragraph}>
          {line.cells[0]}{" "}
          {line.rows.length > 0 ? (
            <RowLinks run={run} rows={line.rows} />
          ) : (
            <span className={classes.unfounded}>{t("noRows")}</span>
          )}
        </p>
      ))}
    </section>
  ));
}

function Lines({ document, run }: Props) {
  const { t } = useTranslation("merge");
  const headings = document.lines.some((line) => line.heading !== null);
  const label = ({ kind, label: given }: MergeColumnView) =>
    kind === "count" || kind === "debit" || kind === "credit" ? t(`column.${kind}`) : given;
  const first = (kind: string, cell: string) =>
    kind === "total" ? t("total") : kind === "contra" ? t("contra", { account: cell }) : cell;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {headings && <th scope="col">{t("section")}</th>}
          {document.columns.map((column, at) => (
            <th key={at} scope="col" data-number={column.kind !== "text"}>
              {label(column)}
            </th>
          ))}
          <th scope="col">{t("rows.column")}</th>
        </tr>
      </thead>
      <tbody>
        {document.lines.map((line, at) => (
          <tr key={at} data-kind={line.kind}>
            {headings && <td>{line.heading}</td>}
            {line.cells.map((cell, place) => (
              <td key={place} data-number={document.columns[place]?.kind !== "text"}>
                {place === 0 ? first(line.kind, cell) : grouped(cell, document.columns[place])}
              </td>
            ))}
            <td>
              <RowLinks run={run} rows={line.rows} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An amount as people read it, `133,309.27`; every digit stays. */
function grouped(cell: string, column: MergeColumnView | undefined): string {
  if (column === undefined || column.kind === "text") return cell;
  const [whole = "", decimals] = cell.split(".");
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? thousands : `${thousands}.${decimals}`;
}
