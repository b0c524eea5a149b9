import { useTranslation } from "react-i18next";
import type { MergeView } from "@/bindings/contract";
import { useLocale } from "@/lib/Locale";
import classes from "./Merge.module.css";
import { useMergeWords } from "./useMergeWords";

type Props = {
  /** Newest first. */
  merges: MergeView[];
  shown: number | null;
  onOpen: (number: number) => void;
};

/** The documents of a run, to look at another one. */
export function DocumentList({ merges, shown, onOpen }: Props) {
  const { t } = useTranslation("merge");
  const { times } = useLocale();
  const words = useMergeWords();
  return (
    <nav className={classes.list} aria-label={t("all")}>
      <h3 className={classes.small}>{t("all")}</h3>
      {merges.map((merge) => (
        <button
          key={merge.number}
          type="button"
          className={classes.entry}
          aria-current={merge.number === shown}
          onClick={() => onOpen(merge.number)}
        >
          <span>{t("entry", { number: merge.number, how: words.how(merge) })}</span>
          <span className={classes.faint}>
            {t("entryState", { state: words.state(merge), at: times.moment(merge.made_at) })}
          </span>
        </button>
      ))}
    </nav>
  );
}
