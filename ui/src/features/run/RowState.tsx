import { useTranslation } from "react-i18next";
import type { TaskRow } from "@/bindings/contract";
import { State } from "@/components/State";
import { shapeOfTask } from "@/lib/shapes";
import { outcomeKey } from "./outcomeKey";

type Props = {
  row: Pick<TaskRow, "outcome" | "needs_review" | "verdict">;
  /** True if no model was called: a result says so. */
  practice: boolean;
};

/** Where a row is: its verdict if a person gave one, that it needs one, or how it ended. */
export function RowState({ row, practice }: Props) {
  const { t } = useTranslation();
  const shape = shapeOfTask(row);
  if (row.verdict !== null) {
    const verdict =
      row.verdict === "corrected" || row.verdict === "rejected" ? row.verdict : "accepted";
    return (
      <State shape={practice ? "practice" : verdict === "rejected" ? "ended" : "done"}>
        {t(`verdict.${verdict}`)}
      </State>
    );
  }
  if (shape === "review") return <State shape="review">{t("state.review")}</State>;
  if (practice && shape === "done") return <State shape="practice">{t("state.practice")}</State>;
  return <State shape={shape}>{t(`outcome.${outcomeKey(row.outcome)}`)}</State>;
}
