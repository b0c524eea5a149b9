import { useTranslation } from "react-i18next";
import type { Money, RunView } from "@/bindings/contract";
import { showUsd, subtractUsd, usdNumber, usdPer } from "@/lib/money";
import { useLength } from "@/lib/useLength";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** A pace, and how long the budget lasts at it; empty where it is not known. */
export type Burn = { pace: string; lasts: string };

/** The pace of spending while it runs, and the price of a row that is done afterwards; empty while unknown. */
export function useBurn(run: RunView, budget: Money): Burn {
  const { t } = useTranslation("run");
  const length = useLength();
  if (run.state !== "running") {
    const perRow = usdPer(run.cost_usd, run.tasks.done);
    return {
      pace: perRow === null ? "" : t("money.perRow", { amount: showUsd(perRow, 4) }),
      lasts: "",
    };
  }
  /** Over a minute seconds say nothing about a pace. */
  const lasts = (minutes: number) =>
    minutes >= 1 && minutes < HOUR_MINUTES
      ? t("money.minutes", { minutes: Math.round(minutes) })
      : length(minutes * MINUTE_MS);
  const burn = run.burn_usd_per_minute;
  if (burn === null) return { pace: "", lasts: "" };
  const amount = showUsd(burn);
  const left = subtractUsd(subtractUsd(budget, run.cost_usd), run.uncertain_usd);
  const minutes = usdNumber(burn) > 0 ? usdNumber(left) / usdNumber(burn) : 0;
  return {
    pace: t("money.burn", { amount }),
    lasts: minutes <= 0 ? "" : t("money.lasts", { time: lasts(minutes) }),
  };
}
