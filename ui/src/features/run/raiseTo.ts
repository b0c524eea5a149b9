import type { Money, RunView } from "@/bindings/contract";
import { addUsd, compareUsd, moneyOf, picoUsd, subtractUsd } from "@/lib/money";

const DIME = picoUsd("0.1") ?? 1n;
const CENT = picoUsd("0.01") ?? 1n;

/**
 * The cap to propose when a person raises it: enough for what the run is likely to need, rounded up to a plain amount
 * (tenths from 1 USD on, cents below). Always more than the cap it has now.
 */
export function raiseTo(
  run: Pick<RunView, "budget_usd" | "more_needed_usd" | "forecast_usd">,
): Money {
  const budget = run.budget_usd ?? "0";
  const need = picoUsd(addUsd(budget, run.more_needed_usd ?? missing(run, budget))) ?? 0n;
  const step = compareUsd(moneyOf(need), "1") >= 0 ? DIME : CENT;
  const rounded = moneyOf(((need + step - 1n) / step) * step);
  return compareUsd(rounded, budget) > 0 ? rounded : addUsd(rounded, moneyOf(step));
}

/** What the forecast is over the cap, or half of the cap again where no forecast says more. */
function missing(run: Pick<RunView, "forecast_usd">, budget: Money): Money {
  const over = run.forecast_usd === null ? "0" : subtractUsd(run.forecast_usd, budget);
  return compareUsd(over, "0") > 0 ? over : moneyOf((picoUsd(budget) ?? 0n) / 2n);
}
