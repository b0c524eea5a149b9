import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { EstimateView, TableProblem } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { CallError } from "@/lib/callError";
import { errorWords } from "@/lib/errorWords";
import { addUsd, showUsd } from "@/lib/money";
import classes from "./Compare.module.css";

type Props = {
  cost: UseQueryResult<EstimateView[], CallError>;
  /** True once there are models and an amount. */
  asked: boolean;
};

/** What comparing comes to before anything is asked. Keeps its lines free while it is reckoned, so that nothing jumps. */
export function CompareCost({ cost, asked }: Props) {
  const { t } = useTranslation("studio");
  const { t: say } = useTranslation();
  return (
    <div className={classes.cost} role="status" aria-busy={asked && cost.isFetching}>
      {!asked ? (
        <p>{t("compare.choose")}</p>
      ) : cost.isError ? (
        <ErrorNote error={cost.error} onRetry={() => void cost.refetch()} />
      ) : cost.data ? (
        <>
          {words(cost.data).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {cost.data.flatMap((one) =>
            one.problems.map((problem) => (
              <p key={`${one.model} ${problem.kind}`} className={classes.refused}>
                {one.model}: {errorWords(say, refusal(problem)).what}{" "}
                {errorWords(say, refusal(problem)).next}
              </p>
            )),
          )}
        </>
      ) : (
        <p>{t("compare.reckoning")}</p>
      )}
    </div>
  );

  function words(all: EstimateView[]): string[] {
    const rows = all[0]?.tasks ?? 0;
    const calls = all.reduce((sum, one) => sum + one.calls.likely, 0);
    const what = t("compare.calls", { count: calls, rows });
    if (all.every((one) => one.basis === "practice" || one.basis === "rules_only")) {
      return [what, t("compare.costsNothing")];
    }
    if (all.some((one) => one.price_unknown)) return [what];
    const likely = addUsd(...all.map((one) => one.cost_usd.likely));
    const most = addUsd(...all.map((one) => one.cost_usd.most));
    const amounts = { likely: showUsd(likely, 4), most: showUsd(most, 4) };
    return [what, t("compare.costs", amounts)];
  }
}

function refusal({ kind, message, params }: TableProblem): CallError {
  return new CallError({ code: kind, message, hint: null, params });
}
