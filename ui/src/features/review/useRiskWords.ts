import { useTranslation } from "react-i18next";
import type { RiskReasonView } from "@/bindings/contract";

/** Says why a row should be looked at, in few words. */
export function useRiskWords(): (reason: RiskReasonView) => string {
  const { t } = useTranslation("review");
  return ({ kind, number, text, label }) => {
    switch (kind) {
      case "unfilled":
      case "disagreement":
        return t(`risk.${kind}`);
      case "finding":
        return t("risk.finding", { count: number });
      case "unsure":
        return t("risk.unsure", { number: Math.round(number) });
      case "large":
        return t("risk.large", { number });
      case "first_seen":
        return t("risk.first_seen", { label, text });
      default:
        return text;
    }
  };
}
