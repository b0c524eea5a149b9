import { useTranslation } from "react-i18next";
import type { Money, RunView } from "@/bindings/contract";
import { showUsd, subtractUsd, usdNumber, usdPer } from "@/lib/money";
import { useLength } from "@/lib/useLength";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** The pace of spending while it runs, and the price of a row that is done afterwards; empty while unknown. */
export function useBurn(run: RunView, budget: Money): string {
  const { t } = useTranslation("run");
  const length = useLength();
  if (run.state !== "running") {
    const perRow = usdPer(run.cost_usd, run.tasks.done);
    return perRow === null ? "" : t("money.perRow", { amount: showUsd(perRow, 4) });
  }
  /** Over a minute seconds say nothing about a pace. */
  const lasts = (minutes: number) =>
    minutes >= 1 && minutes < HOUR_MINUTES
      ? t("money.minutes", { minutes: Math.round(minutes) })
      : length(minutes * MINUTE_MS);
  const burn = run.burn_usd_per_minute;
  if (burn === null) return "";
  const amount = showUsd(burn);
  const left = subtractUsd(subtractUsd(budget, run.cost_usd), run.uncertain_usd);
  const minutes = usdNumber(burn) > 0 ? usdNumber(left) / usdNumber(burn) : 0;
  return minutes <= 0
    ? t("money.burn", { amount })
    : t("money.burnLasts", { amount, time: lasts(minutes) });
}
