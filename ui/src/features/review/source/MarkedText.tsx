import { useTranslation } from "react-i18next";
import type { DocumentPage } from "@/bindings/contract";
import { piecesOf, type Evidence } from "../evidence";
import classes from "./Sheet.module.css";

type Props = {
  page: DocumentPage;
  evidence: Evidence[];
  /** The evidence in view. */
  now: number | undefined;
  /** Which part of the page's text; left out, all of it. */
  part?: { start: number; length: number };
};

/** A text of a page, the words that results were read from marked and numbered. */
export function MarkedText({ page, evidence, now, part }: Props) {
  const { t } = useTranslation("review");
  return piecesOf(page, evidence, part).map((piece, at) =>
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
  );
}
