import { useTranslation } from "react-i18next";
import type { FindingView } from "@/bindings/contract";
import { useLocale } from "@/lib/Locale";

const CHECKS = [
  "type",
  "choice",
  "required",
  "range",
  "pattern",
  "sum",
  "lookup",
  "evidence",
  "agree",
  "length",
] as const;

/** A finding as a sentence. The engine's own is English; other languages are told what was found and what was expected. */
export function useFindingWords(): (finding: FindingView) => string {
  const { t } = useTranslation("review");
  const { language } = useLocale();
  return (finding) => {
    const check = CHECKS.find((known) => known === finding.check);
    if (language === "en" || check === undefined) return finding.message;
    return t(`finding.${check}`, { found: finding.found, expected: finding.expected });
  };
}
