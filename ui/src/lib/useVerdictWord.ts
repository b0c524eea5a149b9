import { useTranslation } from "react-i18next";
import type { TaskRow } from "@/bindings/contract";

/** What the verdict on a row is called; one that a sample gave names it. Empty without a verdict. */
export function useVerdictWord(): (row: Pick<TaskRow, "verdict" | "by_sample">) => string {
  const { t } = useTranslation("common");
  return ({ verdict, by_sample: sample }) => {
    switch (verdict) {
      case null:
        return "";
      case "corrected":
      case "rejected":
        return t(`verdict.${verdict}`);
      case "by_sample":
        return sample === null ? t("verdict.by_sample") : t("verdict.by_sampleNumber", { sample });
      default:
        return t("verdict.accepted");
    }
  };
}
