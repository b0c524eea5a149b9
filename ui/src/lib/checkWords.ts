import type { TFunction } from "i18next";
import type { CheckView } from "@/bindings/contract";

/** A check of a skill in words: `Confidence is between 0 and 1`. */
export function checkWords(t: TFunction, check: CheckView): string {
  const { field } = check;
  const expected = check.expected.replace(/^is /, "");
  switch (check.kind) {
    case "required":
      return t("check.required", { field });
    case "evidence":
      return t("check.evidence", { field });
    case "agree":
      return t("check.agree", { field });
    case "range":
      return rangeWords(t, field, expected);
    case "pattern":
      return t("check.pattern", { field, expected });
    case "sum":
      return t("check.sum", { field, expected });
    case "lookup":
      return t("check.lookup", { field, expected });
    default:
      return t("check.other", { field, expected });
  }
}

/** The engine writes limits in English; the three forms it knows are said in the person's language. */
function rangeWords(t: TFunction, field: string, expected: string): string {
  const between = /between (\S+) and (\S+)$/.exec(expected);
  if (between) {
    return t("check.between", { field, least: between[1] ?? "", most: between[2] ?? "" });
  }
  const least = /at least (\S+)$/.exec(expected);
  if (least) return t("check.atLeast", { field, least: least[1] ?? "" });
  const most = /at most (\S+)$/.exec(expected);
  if (most) return t("check.atMost", { field, most: most[1] ?? "" });
  return t("check.other", { field, expected });
}
