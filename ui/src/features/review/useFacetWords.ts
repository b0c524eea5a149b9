import { useTranslation } from "react-i18next";
import type { FacetView } from "@/bindings/contract";
import { showCount } from "@/lib/numbers";

/** What a facet and its values are called. */
export type FacetWords = {
  title: (facet: Pick<FacetView, "kind" | "label" | "id">) => string;
  value: (facet: Pick<FacetView, "kind">, value: string) => string;
};

const KINDS = [
  "outcome",
  "by",
  "rule",
  "model",
  "finding",
  "confidence",
  "amount",
  "verdict",
  "flag",
] as const;

/** Words for facets: kinds and codes are ours, outputs and their values are the skill's own. */
export function useFacetWords(): FacetWords {
  const { t } = useTranslation(["review", "common", "opinion"]);
  return {
    title: ({ kind, label, id }) => {
      const known = KINDS.find((one) => one === kind);
      if (label !== "") return label;
      if (kind === "opinion") return t("opinion:facet.title");
      return known === undefined ? id : t(`facet.${known}`);
    },
    value: ({ kind }, value) => {
      if (value === "" && kind === "output") return t("facet.empty");
      switch (kind) {
        case "outcome":
          return t(`common:outcome.${value}`, { defaultValue: value });
        case "by":
          return t(`facet.is.${value}`, { defaultValue: value });
        case "verdict":
          return value === "none"
            ? t("facet.is.unjudged")
            : t(`common:verdict.${value}`, { defaultValue: value });
        case "opinion":
          return t(`opinion:facet.${value}`, { defaultValue: value });
        case "finding":
          return t(`facet.check.${value}`, { defaultValue: value });
        case "flag":
          return t("facet.is.flagged");
        case "rule":
          return t("facet.is.ruleNumber", { rule: value });
        case "model":
          return value.slice(value.indexOf("/") + 1);
        case "confidence":
          return t("facet.percent", bandOf(value));
        case "amount":
          return value.endsWith("-")
            ? t("facet.over", bandOf(value))
            : t("facet.between", bandOf(value));
        default:
          return value;
      }
    },
  };
}

/** The two ends of a band such as `10-100`. */
function bandOf(value: string): { least: string; most: string } {
  const [least = "", most = ""] = value.split("-");
  return { least: showCount(Number(least)), most: showCount(Number(most)) };
}
