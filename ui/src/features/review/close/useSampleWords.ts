import { useTranslation } from "react-i18next";
import type { SampleView } from "@/bindings/contract";

/** What a sample says, as sentences. */
export type SampleWords = {
  says: (sample: SampleView) => string;
  /** What it says nothing about; empty if it covers everything. */
  uncovered: (sample: SampleView) => string;
};

/** A share in percent with one digit, rounded up so that a bound stays one. */
function boundPercent(share: number): string {
  return (Math.ceil(share * 1000 - 1e-9) / 10).toString();
}

/** The sentences of samples: the bound is only said when all of the sample was looked at. */
export function useSampleWords(): SampleWords {
  const { t } = useTranslation("review");
  return {
    says: (sample) => {
      const { at_most: most, at_most_share: share } = sample;
      if (most === null || share === null) {
        return t("close.says.open", { looked: sample.looked, drawn: sample.drawn });
      }
      if (sample.rest === 0) {
        return t("close.says.all", { count: sample.looked, wrong: sample.wrong });
      }
      return t("close.says.bound", {
        wrong: sample.wrong,
        looked: sample.looked,
        most,
        rest: sample.rest,
        percent: boundPercent(share),
        confidence: boundPercent(sample.confidence),
      });
    },
    uncovered: ({ uncovered }) => {
      const parts = (["failed", "waiting", "others", "changed"] as const).flatMap((part) =>
        uncovered[part] > 0 ? [t(`close.not.${part}`, { count: uncovered[part] })] : [],
      );
      return parts.length === 0
        ? ""
        : t("close.not.all", { parts: parts.join(t("close.not.and")) });
    },
  };
}
