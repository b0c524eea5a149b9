import type { Money } from "@/bindings/contract";
import { compareUsd, showUsd } from "@/lib/money";

/** An amount with two decimals, or with as many as it takes to say it exactly. */
export function exactUsd(amount: Money): string {
  for (const digits of [2, 4] as const) {
    const shown = showUsd(amount, digits);
    if (compareUsd(shown.replaceAll(",", ""), amount) === 0) return shown;
  }
  return amount;
}

/** An amount a person can type so that it is enough: two decimals if they cover it, else all of them. */
export function enoughUsd(amount: Money): string {
  const shown = showUsd(amount, 2);
  return compareUsd(shown.replaceAll(",", ""), amount) >= 0 ? shown : exactUsd(amount);
}
