import type { TFunction } from "i18next";
import { NONE } from "@/lib/money";

/** Who decided, or would decide, in words: `Rule 7`, `Model`, `You`. */
export function decidedWords(t: TFunction, by: string, rule: number | null): string {
  switch (by) {
    case "rule":
      return rule === null ? t("decided.aRule") : t("decided.rule", { rule });
    case "person":
      return t("decided.person");
    case "skip":
      return t("decided.skip");
    case "unreadable":
      return t("decided.unreadable");
    // Columns are not assigned yet.
    case "unknown":
      return NONE;
    default:
      return t("decided.model");
  }
}
