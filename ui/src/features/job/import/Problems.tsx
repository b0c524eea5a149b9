import { useTranslation } from "react-i18next";
import type { TableProblem } from "@/bindings/contract";
import { State } from "@/components/State";
import { beginning } from "@/lib/longText";
import { problemWords } from "./problemWords";
import classes from "./Problems.module.css";

type Props = { problems: TableProblem[] };

/** More than anyone reads; the rest is counted. */
const SHOWN = 200;
/** Letters of a sentence. */
const MOST_WORDS = 400;

/** What is odd about a table: each with its row and column, and whether the row is left out. */
export function Problems({ problems }: Props) {
  const { t } = useTranslation("job");
  if (problems.length === 0) {
    return (
      <p className={classes.none}>
        <State shape="done">{t("import.noDoubts")}</State>
      </p>
    );
  }
  return (
    <ul className={classes.list} aria-label={t("import.doubts", { count: problems.length })}>
      {problems.slice(0, SHOWN).map((problem, index) => (
        <li key={`${problem.kind} ${problem.row ?? 0} ${problem.column ?? ""} ${index}`}>
          <State shape={problem.blocks_row ? "failed" : "review"} quiet>
            <span className={classes.place} title={placeOf(problem)}>
              {placeOf(problem)}
            </span>
          </State>
          <span className={classes.words} title={clipped(problemWords(t, problem))}>
            {clipped(problemWords(t, problem))}
          </span>
        </li>
      ))}
      {problems.length > SHOWN && (
        <li className={classes.more}>{t("import.more", { count: problems.length - SHOWN })}</li>
      )}
    </ul>
  );

  function placeOf({ row, column }: TableProblem): string {
    const name = column === null ? null : beginning(column);
    if (row !== null && name !== null) return t("import.rowColumn", { row, column: name });
    if (row !== null) return t("import.row", { row });
    return name ?? t("import.file");
  }
}

/** A sentence that quotes a cell of megabytes ends after the letters anyone reads. */
function clipped(words: string): string {
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words;
}
