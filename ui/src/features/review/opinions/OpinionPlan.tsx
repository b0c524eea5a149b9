import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { OpinionPlanView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { showUsd } from "@/lib/money";
import { useLength } from "@/lib/useLength";
import classes from "./Opinions.module.css";

type Props = {
  plan: UseQueryResult<OpinionPlanView>;
  /** True once somebody is chosen to be asked. */
  asked: boolean;
};

/** What asking comes to: questions, money, time. Keeps its lines free while it is reckoned, so that nothing jumps. */
export function OpinionPlan({ plan, asked }: Props) {
  const { t } = useTranslation("opinion");
  const length = useLength();
  const words = ({ rows, population, estimate }: OpinionPlanView): string[] => {
    if (rows === 0) return [t("plan.none")];
    const questions = { count: estimate.calls.low, rows };
    const what =
      rows < population
        ? t("plan.sample", { ...questions, population })
        : t("plan.questions", questions);
    if (estimate.basis === "practice") return [what, t("plan.practice")];
    if (estimate.price_unknown) return [what, t("plan.noPrice")];
    return [
      what,
      t("plan.cost", {
        low: showUsd(estimate.cost_usd.low),
        likely: showUsd(estimate.cost_usd.likely),
        most: showUsd(estimate.cost_usd.most),
        time: length(estimate.wall_s.likely * 1000),
      }),
    ];
  };
  return (
    <div className={classes.plan} role="status">
      {!asked ? (
        <p className={classes.small}>{t("plan.choose")}</p>
      ) : plan.isError ? (
        <ErrorNote error={plan.error} onRetry={() => void plan.refetch()} />
      ) : plan.data ? (
        words(plan.data).map((line) => <p key={line}>{line}</p>)
      ) : (
        <p className={classes.small}>{t("plan.reckoning")}</p>
      )}
    </div>
  );
}
