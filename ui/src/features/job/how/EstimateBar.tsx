import { useTranslation } from "react-i18next";
import type { EstimateView, Money } from "@/bindings/contract";
import { showUsd } from "@/lib/money";
import classes from "./EstimateBar.module.css";
import { estimateShape } from "./estimateShape";
import { exactUsd } from "./exactUsd";

type Props = {
  cost: EstimateView["cost_usd"];
  budget: Money | null;
  /** False: nothing is drawn on the axis, it only keeps its place. */
  known: boolean;
};

/** The estimate as a range on an axis: from low to most hatched, likely a tick, the budget a line in accent. */
export function EstimateBar({ cost, budget, known }: Props) {
  const { t } = useTranslation("job");
  const shape = estimateShape(cost, budget);
  const words = {
    low: showUsd(cost.low),
    likely: showUsd(cost.likely),
    most: showUsd(cost.most),
  };
  const label = !known
    ? t("estimate.barNone")
    : budget === null
      ? t("estimate.bar", words)
      : t("estimate.barBudget", { ...words, budget: exactUsd(budget) });
  return (
    <div>
      <div
        className={classes.range}
        role="img"
        aria-label={label}
        title={known ? label : undefined}
      >
        <i className={classes.axis} />
        {known && (
          <>
            <i
              className={classes.span}
              style={{ left: percent(shape.from), width: percent(shape.to - shape.from) }}
            />
            <i className={classes.likely} style={{ left: percent(shape.likely) }} />
            {shape.cap !== null && (
              <b className={classes.cap} style={{ left: percent(shape.cap) }} />
            )}
          </>
        )}
      </div>
      <div className={classes.ends} aria-hidden="true">
        <span>0</span>
        <span>{budget === null ? "" : t("estimate.budget", { amount: exactUsd(budget) })}</span>
      </div>
    </div>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
