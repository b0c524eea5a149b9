import { useTranslation } from "react-i18next";
import classes from "./EvidenceRef.module.css";

type Props = { number: number; onOpen: () => void };

/** The number of a piece of evidence beside its result; a click shows it in the document. */
export function EvidenceRef({ number, onOpen }: Props) {
  const { t } = useTranslation("review");
  return (
    <button
      type="button"
      className={classes.ref}
      aria-label={t("result.evidence", { number })}
      onClick={onOpen}
    >
      {number}
    </button>
  );
}
