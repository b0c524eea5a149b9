import type { TFunction } from "i18next";
import type { LaterView } from "@/bindings/contract";
import { showPercent } from "@/lib/numbers";

/** What later months made of a rule, and how many more rows would say more. */
export function laterWords(t: TFunction<"rules">, later: LaterView): string {
  const { lines, decided, agreed, rows_needed: needed } = later;
  const share = showPercent(agreed, decided);
  const tried =
    decided === 0
      ? t("suggest.laterNone", { count: lines })
      : t("suggest.later", { count: lines, decided, agreed, share });
  return needed === 0 ? tried : `${tried} ${t("suggest.laterFew", { count: needed })}`;
}
