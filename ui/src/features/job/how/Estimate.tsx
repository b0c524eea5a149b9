import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { EstimateView, JobRowsPage, Money, TableProblem } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { CallError } from "@/lib/callError";
import { errorWords } from "@/lib/errorWords";
import { compareUsd, NONE, showUsd } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import { aboutTime } from "./aboutTime";
import classes from "./Estimate.module.css";
import { EstimateBar } from "./EstimateBar";
import { isCapProblem, isMoneyProblem } from "./startBlock";

type Props = {
  query: UseQueryResult<EstimateView>;
  /** The model chosen now; an estimate for another one is not shown. */
  model: string;
  budget: Money | null;
  /** The counts above the list, so that both say the same; undefined while they load. */
  counts: JobRowsPage | undefined;
};

/** What the run likely costs, and at most; which rows cost nothing; how long it takes. */
export function Estimate({ query, model, budget, counts }: Props) {
  const { t } = useTranslation("job");
  const { t: say } = useTranslation();
  const estimate = query.data;
  if (!estimate) {
    return query.isError ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Loading lines={5} height={26} />
    );
  }
  const { cost_usd: cost } = estimate;
  const pending = estimate.model !== model;
  const unknown = estimate.price_unknown || pending;
  // A budget or price that is missing is said beside its field.
  const money = estimate.problems.filter(isMoneyProblem);
  const caps = pending ? [] : money.filter(isCapProblem);
  const doubts = estimate.problems.length - money.length;
  const free = !unknown && compareUsd(cost.most, "0") <= 0;
  const byRule = counts?.by_rule ?? estimate.by_rule;
  const toModel = counts?.by_model ?? estimate.tasks - estimate.by_rule;
  const leftOut = counts ? counts.all - byRule - toModel : 0;
  return (
    <section
      className={classes.estimate}
      aria-label={t("estimate.label")}
      aria-busy={query.isFetching || pending}
    >
      <div className={classes.amounts}>
        <div>
          <p className={classes.word}>{t("estimate.likely")}</p>
          <p>
            <Cost amount={unknown ? null : cost.likely} size="big" />
          </p>
        </div>
        <div className={classes.most}>
          <p className={classes.word}>{t("estimate.most")}</p>
          <p>
            <Cost amount={unknown ? null : cost.most} size="mid" />
          </p>
        </div>
      </div>
      <EstimateBar cost={cost} budget={budget} known={!unknown && !free} />
      <dl className={classes.lines}>
        <dt>{t("estimate.byRule", { count: byRule })}</dt>
        <dd>{t("estimate.free")}</dd>
        <dt>{t("estimate.byModel", { count: toModel })}</dt>
        <dd>
          {pending
            ? t("estimate.pending")
            : unknown
              ? NONE
              : free || toModel === 0
                ? t("estimate.free")
                : showUsd(cost.likely)}
        </dd>
        {leftOut > 0 && (
          <>
            <dt className={classes.dim}>{t("estimate.leftOut", { count: leftOut })}</dt>
            <dd className={classes.dim}>{NONE}</dd>
          </>
        )}
        {estimate.second_calls > 0 && !pending && (
          <>
            <dt className={classes.dim}>
              {t("estimate.second", { models: estimate.second_models.join(", ") })}
            </dt>
            <dd className={classes.dim}>
              {t("estimate.secondCalls", { count: estimate.second_calls })}
            </dd>
          </>
        )}
        <dt className={classes.dim}>{basisWords()}</dt>
        <dd className={classes.dim}>{aboutTime(t, estimate.wall_s.likely)}</dd>
      </dl>
      {caps.map((problem) => (
        <p key={problem.kind} className={classes.problems} role="status">
          {errorWords(say, moneyError(problem)).what} {errorWords(say, moneyError(problem)).next}
        </p>
      ))}
      {doubts > 0 && (
        <p className={classes.problems}>{t("estimate.problems", { count: doubts })}</p>
      )}
    </section>
  );

  function basisWords(): string {
    switch (estimate?.basis) {
      case "earlier_runs":
        return t("estimate.timeRuns", {
          count: estimate.basis_count,
          shown: showCount(estimate.basis_count),
        });
      case "practice":
        return t("estimate.timePractice");
      default:
        return t("estimate.timeBounds");
    }
  }
}

/** What keeps the money from holding, as the refusal it would be at the start. */
function moneyError({ kind, message, params }: TableProblem): CallError {
  return new CallError({ code: kind, message, hint: null, params });
}
