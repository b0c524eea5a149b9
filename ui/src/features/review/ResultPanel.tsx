import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ReviewItem, ReviewRow, RunDetail } from "@/bindings/contract";
import { DecidedBy } from "@/components/DecidedBy";
import { ErrorNote } from "@/components/ErrorNote";
import { Panel } from "@/components/Panel";
import { State } from "@/components/State";
import { useVerdictWord } from "@/lib/useVerdictWord";
import { useCoreWords } from "@/lib/useCoreWords";
import type { Alternatives } from "./alternatives";
import type { Evidence } from "./evidence";
import { ResultForm } from "./ResultForm";
import { ResultNote } from "./ResultNote";
import classes from "./ResultPanel.module.css";
import { AskedNotes } from "./AskedNotes";
import { AskForm } from "./AskForm";
import { whyNotAsk } from "./canAskAgain";
import { FlagForm } from "./FlagForm";
import type { FootForm } from "./footForm";
import { RiskWords } from "./RiskWords";
import type { Review } from "./useReview";
import { VerdictBar } from "./VerdictBar";
import { WhyAndCost } from "./WhyAndCost";

type Props = {
  detail: RunDetail;
  review: Review;
  row: ReviewRow;
  item: UseQueryResult<ReviewItem>;
  evidence: Evidence[];
  alternatives: Alternatives | null;
  onTake: (at: number) => void;
  onSpot: (at: number) => void;
  /** What is written at the foot instead of a verdict; none: nothing. */
  form: FootForm | null;
  onForm: (form: FootForm | null) => void;
  /** Learns from a correction; none: nothing was corrected. */
  onLearn: (() => void) | null;
};

/** The result as the skill's own form, what checks say beside it, who decided and why, and the verdict at its foot. */
export function ResultPanel(props: Props) {
  const { t } = useTranslation(["review", "common"]);
  const core = useCoreWords();
  const { detail, review, row, item } = props;
  const shown = item.data?.row.task === row.task ? item.data : undefined;
  const verdictWord = useVerdictWord();
  return (
    <Panel
      place="form"
      label={t("result.label")}
      title={t("result.label")}
      aside={
        <>
          {row.verdict !== null && (
            <State shape={row.verdict === "rejected" ? "ended" : "done"}>{verdictWord(row)}</State>
          )}
          {detail.run.practice && <State shape="practice">{t("common:state.practice")}</State>}
          <DecidedBy by={row.by} rule={row.rule} />
        </>
      }
      foot={
        <>
          <ResultNote review={review} />
          {props.form === "ask" && (
            <AskForm
              key={row.task}
              run={detail.run.run}
              rows={[row]}
              review={review}
              onClose={() => props.onForm(null)}
            />
          )}
          {props.form === "flag" && (
            <FlagForm key={row.task} row={row} review={review} onClose={() => props.onForm(null)} />
          )}
          {props.form === null && (
            <VerdictBar
              review={review}
              row={row}
              noAsk={whyNotAsk(detail.run, row)}
              onAsk={() => props.onForm("ask")}
              onLearn={props.onLearn}
            />
          )}
        </>
      }
    >
      <div className={classes.body} data-task={row.task} aria-busy={item.isPending}>
        {row.problem !== null && (
          <p className={classes.problem}>
            <State shape="failed">{t("common:state.failed")}</State> {core(row.problem)}
          </p>
        )}
        {row.reasons.length > 0 && (
          <p className={classes.look}>
            <span className={classes.lookLabel}>{t("risk.label")}</span>{" "}
            <RiskWords reasons={row.reasons} />
          </p>
        )}
        {shown && (
          <AskedNotes
            item={shown}
            row={row}
            outputs={detail.outputs}
            awaited={review.awaited.has(row.task)}
          />
        )}
        <ResultForm
          key={row.task}
          detail={detail}
          review={review}
          row={row}
          unsure={row.verdict === null && (shown?.unsure ?? row.needs_review)}
          evidence={props.evidence}
          alternatives={props.alternatives}
          onTake={props.onTake}
          onSpot={props.onSpot}
        />
        {item.isError ? (
          <ErrorNote error={item.error} onRetry={() => void item.refetch()} />
        ) : (
          shown && <WhyAndCost item={shown} row={row} outputs={detail.outputs} />
        )}
      </div>
    </Panel>
  );
}
