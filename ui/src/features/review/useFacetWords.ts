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
  "agent",
  "finding",
  "confidence",
  "amount",
  "verdict",
  "flag",
  "look",
] as const;

/** How far a person looked at a row, by the engine's word. */
const LOOKS = {
  judged: "judged",
  by_sample: "bySample",
  skipped: "skipped",
  left: "left",
  unseen: "unseen",
  no_result: "noResult",
} as const;

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
        case "look":
          return t(`facet.is.${lookOf(value)}`);
        case "by":
          if (value === "none") return t("facet.is.nobody");
          return t(`facet.is.${value}`, { defaultValue: value });
        case "verdict":
          if (value === "no_result") return t("facet.is.noResult");
          return value === "none"
            ? t("facet.is.unjudged")
            : t(`common:verdict.${value}`, { defaultValue: value });
        case "opinion":
          return t(`opinion:facet.${value}`, { defaultValue: value });
        case "finding":
          return t(`facet.check.${value}`, { defaultValue: value });
        case "flag":
          return t(value === "no" ? "facet.is.notFlagged" : "facet.is.flagged");
        case "rule":
          return value === "none"
            ? t("facet.is.noRule")
            : t("facet.is.ruleNumber", { rule: value });
        case "model":
          if (value === "none") return t("facet.is.noModel");
          return value.slice(value.indexOf("/") + 1);
        case "agent":
          if (value === "none") return t("facet.is.noAgent");
          return value === "unknown"
            ? t("facet.is.agentUnknown")
            : t("facet.is.agentNumber", { agent: value });
        case "confidence":
          return value === "none" ? t("facet.none") : t("facet.percent", bandOf(value));
        case "amount":
          if (value === "none") return t("facet.none");
          return value.endsWith("-")
            ? t("facet.over", bandOf(value))
            : t("facet.between", bandOf(value));
        default:
          return value;
      }
    },
  };
}

function lookOf(value: string): (typeof LOOKS)[keyof typeof LOOKS] {
  return Object.entries(LOOKS).find(([word]) => word === value)?.[1] ?? "unseen";
}

/** The two ends of a band such as `10-100`. */
function bandOf(value: string): { least: string; most: string } {
  const [least = "", most = ""] = value.split("-");
  return { least: showCount(Number(least)), most: showCount(Number(most)) };
}
