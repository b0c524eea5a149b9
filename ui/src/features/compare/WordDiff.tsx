import { useTranslation } from "react-i18next";
import type { ComparedFieldView } from "@/bindings/contract";
import classes from "./WordDiff.module.css";

type Props = { field: ComparedFieldView };

/** What two runs say of one output: once if they agree, else one above the other with the words that differ marked. */
export function WordDiff({ field }: Props) {
  const { t } = useTranslation("compare");
  if (field.diff.length === 0) return field.first;
  const side = (mine: "first" | "second") => (
    <span className={classes.side}>
      <span className={classes.spoken}>{t(mine)}: </span>
      {field.diff
        .filter((piece) => piece.side === "both" || piece.side === mine)
        .map((piece, at) =>
          piece.side === "both" ? (
            <span key={at}>{piece.text}</span>
          ) : (
            <mark key={at} className={classes.mark}>
              {piece.text}
            </mark>
          ),
        )}
    </span>
  );
  return (
    <>
      {side("first")}
      {side("second")}
    </>
  );
}
