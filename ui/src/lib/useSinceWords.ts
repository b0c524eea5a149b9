import { useTranslation } from "react-i18next";
import type { SinceView } from "@/bindings/contract";

/** What rules decided of a run and what a row cost, each beside the run before: `71 % (last month 63 %)`. */
export function useSinceWords(): (since: SinceView) => { share: string; perRow: string } {
  const { t } = useTranslation();
  return ({ now, before }) => {
    const beside = (ours: string, theirs: (figures: SinceView["now"]) => string) => {
      if (before === null) return ours;
      const words = { now: ours, before: theirs(before.figures), number: before.number };
      return before.last_month ? t("since.lastMonth", words) : t("since.run", words);
    };
    return {
      share: beside(`${now.percent}%`, (figures) => `${figures.percent}%`),
      perRow: beside(now.per_row, (figures) => figures.per_row),
    };
  };
}
