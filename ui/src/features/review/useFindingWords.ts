import { useTranslation } from "react-i18next";
import type { FindingView } from "@/bindings/contract";
import { useLocale } from "@/lib/Locale";
import { useCoreWords } from "@/lib/useCoreWords";
import { expectedForm } from "./expectedForm";

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
  const core = useCoreWords();
  const { language } = useLocale();
  return (finding) => {
    const check = CHECKS.find((known) => known === finding.check);
    if (language === "en" || check === undefined) return finding.message;
    // Who said what instead stands in the sentence alone.
    if (check === "agree") return core(finding.message);
    return t(`finding.${check}`, { found: finding.found, expected: said(finding.expected) });
  };

  function said(expected: string): string {
    const known = expectedForm(expected);
    if (known === null) return core(expected);
    switch (known.form) {
      case "between":
        return t("expected.between", { least: known.least, most: known.most });
      case "atLeast":
        return t("expected.atLeast", { least: known.least });
      case "atMost":
        return t("expected.atMost", { most: known.most });
      case "oneOf":
      case "anyOf":
      case "characters":
        return t(`expected.${known.form}`, { count: known.count });
      default:
        return t(`expected.${known.form}`);
    }
  }
}
