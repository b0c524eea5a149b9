import type { Money, RunView } from "@/bindings/contract";
import { compareUsd, moneyOf, picoUsd, showUsd } from "@/lib/money";

/** A run's money as shown: the parts add up to the budget to the last digit. */
export type MoneyParts = {
  spent: string;
  held: string;
  uncertain: string;
  /** True if some calls' end is not known. */
  anyUncertain: boolean;
  left: string;
  budget: string;
  /** Decimals shown: two, or four for a budget under ten cents. */
  digits: 2 | 4;
};

/** Rounds spent, held and uncertain; left is the rest of the budget, so that the sum on screen is exact. */
export function moneyParts(
  run: Pick<RunView, "cost_usd" | "reserved_usd" | "uncertain_usd">,
  budget: Money,
): MoneyParts {
  const digits = compareUsd(budget, "0.1") < 0 ? 4 : 2;
  const shown = (amount: Money) => rounded(amount, digits);
  const [spent, held, uncertain, cap] = [
    shown(run.cost_usd),
    shown(run.reserved_usd),
    shown(run.uncertain_usd),
    shown(budget),
  ];
  const say = (pico: bigint) => showUsd(moneyOf(pico), digits);
  return {
    spent: say(spent),
    held: say(held),
    uncertain: say(uncertain),
    anyUncertain: compareUsd(run.uncertain_usd, "0") > 0,
    left: say(cap - spent - held - uncertain),
    budget: say(cap),
    digits,
  };
}

function rounded(amount: Money, digits: 2 | 4): bigint {
  return picoUsd(showUsd(amount, digits).replaceAll(",", "").replace("−", "-")) ?? 0n;
}
