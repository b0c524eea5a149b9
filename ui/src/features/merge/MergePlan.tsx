import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { MergeEstimateView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { showUsd } from "@/lib/money";
import classes from "./Merge.module.css";

type Props = { plan: UseQueryResult<MergeEstimateView>; ready: boolean; empty: boolean };

/** What writing comes to. Keeps its lines free while it is reckoned, so that nothing jumps. */
export function MergePlan({ plan, ready, empty }: Props) {
  const { t } = useTranslation("merge");
  const money = ({ estimate }: MergeEstimateView) => {
    if (estimate.basis === "practice") return t("plan.practice");
    if (estimate.price_unknown) return t("plan.noPrice");
    return t("plan.cost", {
      likely: showUsd(estimate.cost_usd.likely),
      most: showUsd(estimate.cost_usd.most),
    });
  };
  return (
    <div className={classes.plan} role="status">
      {!ready ? (
        <p className={classes.small}>{t(empty ? "make.empty" : "plan.choose")}</p>
      ) : plan.isError ? (
        <ErrorNote error={plan.error} onRetry={() => void plan.refetch()} />
      ) : plan.data ? (
        <>
          <p>
            {t("plan.calls", { count: plan.data.parts + plan.data.later, rows: plan.data.rows })}
          </p>
          <p>{money(plan.data)}</p>
        </>
      ) : (
        <p className={classes.small}>{t("plan.reckoning")}</p>
      )}
    </div>
  );
}
