import { useTranslation } from "react-i18next";
import type { Money } from "@/bindings/contract";
import { showUsd } from "@/lib/money";
import { Num } from "./Num";

type Props = {
  amount: Money | null | undefined;
  /** 2 for budgets and sums, 4 for one row or one call. */
  digits?: 2 | 4;
  /** Said after the amount; left out, the currency code. False: nothing, where the column head says it. */
  unit?: string | false;
  size?: "big" | "mid" | "text";
};

/** An amount of money, `0.43 USD`; a dash for "does not apply". */
export function Cost({ amount, digits = 2, unit, size = "text" }: Props) {
  const { t } = useTranslation();
  const said = unit === undefined ? t("unit.usd") : unit;
  const shown = showUsd(amount, digits);
  return amount == null || said === false ? (
    <Num value={shown} size={size} />
  ) : (
    <Num value={shown} unit={size === "text" ? ` ${said}` : said} size={size} />
  );
}
