import { useTranslation } from "react-i18next";
import type { TaskRow } from "@/bindings/contract";
import { State } from "@/components/State";
import { shapeOfTask } from "@/lib/shapes";
import { useVerdictWord } from "@/lib/useVerdictWord";
import { outcomeKey } from "./outcomeKey";

type Props = {
  row: Pick<TaskRow, "outcome" | "needs_review" | "verdict" | "by_sample">;
  /** True if no model was called: a result says so. */
  practice: boolean;
};

/** Where a row is: its verdict if a person gave one, that it needs one, or how it ended. */
export function RowState({ row, practice }: Props) {
  const { t } = useTranslation();
  const verdictWord = useVerdictWord();
  const shape = shapeOfTask(row);
  if (row.verdict !== null) {
    return (
      <State shape={practice ? "practice" : row.verdict === "rejected" ? "ended" : "done"}>
        {verdictWord(row)}
      </State>
    );
  }
  if (shape === "review") return <State shape="review">{t("state.review")}</State>;
  if (practice && shape === "done") return <State shape="practice">{t("state.practice")}</State>;
  return <State shape={shape}>{t(`outcome.${outcomeKey(row.outcome)}`)}</State>;
}
