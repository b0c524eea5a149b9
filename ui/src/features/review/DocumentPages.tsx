import { ActionIcon } from "@mantine/core";
import { IconFileText, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentPage } from "@/bindings/contract";
import { showPercent } from "@/lib/numbers";
import classes from "./DocumentPages.module.css";
import { piecesOf, type Evidence } from "./evidence";

const SIZES = [75, 85, 100, 115, 130, 150, 175, 200];
const PLAIN = 2;

type Props = {
  /** The document's name; none if the row does not say it. */
  name: string | null;
  pages: DocumentPage[];
  evidence: Evidence[];
  /** The evidence in view, by its place. */
  spot: number;
};

/** The document of a row as sheets of text, the words that results were read from marked and numbered. */
export function DocumentPages({ name, pages, evidence, spot }: Props) {
  const { t } = useTranslation("review");
  const [size, setSize] = useState(PLAIN);
  const sheets = useRef<HTMLDivElement>(null);
  const now = evidence[spot]?.number;
  // Follows the place of a pane that scrolls outside of React.
  useEffect(() => {
    const mark = sheets.current?.querySelector(`[data-number="${now ?? 0}"]`);
    mark?.scrollIntoView({ block: "nearest" });
  }, [now]);
  const percent = SIZES[size] ?? 100;
  return (
    <>
      <header className={classes.bar}>
        <IconFileText size={14} stroke={1.6} aria-hidden />
        <h2 title={name ?? undefined}>{name ?? t("source.document")}</h2>
        <span className={classes.faint}>{t("source.pages", { count: pages.length })}</span>
        <span className={classes.zoom}>
          <ActionIcon
            size={24}
            aria-label={t("source.smaller")}
            disabled={size === 0}
            onClick={() => setSize(size - 1)}
          >
            <IconZoomOut size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <span className={classes.percent}>{showPercent(percent, 100)}</span>
          <ActionIcon
            size={24}
            aria-label={t("source.larger")}
            disabled={size === SIZES.length - 1}
            onClick={() => setSize(size + 1)}
          >
            <IconZoomIn size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </span>
      </header>
      <div className={classes.sheets} ref={sheets} style={{ fontSize: `${percent * 0.12}px` }}>
        {pages.map((page) => (
          <article
            key={page.page}
            className={classes.sheet}
            aria-label={t("source.page", { page: page.page, count: pages.length })}
          >
            {piecesOf(page, evidence).map((piece, at) =>
              piece.evidence === null ? (
                <span key={at}>{piece.text}</span>
              ) : (
                <mark
                  key={at}
                  className={classes.mark}
                  data-number={piece.evidence.number}
                  data-now={piece.evidence.number === now}
                  title={t("result.evidence", { number: piece.evidence.number })}
                >
                  {piece.text}
                  <b className={classes.tab}>{piece.evidence.number}</b>
                </mark>
              ),
            )}
            {pages.length > 1 && (
              <footer className={classes.foot}>
                {t("source.page", { page: page.page, count: pages.length })}
              </footer>
            )}
          </article>
        ))}
      </div>
    </>
  );
}
