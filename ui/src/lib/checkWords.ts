import type { TFunction } from "i18next";
import type { CheckView } from "@/bindings/contract";

const OPEN = "…";

/** A check of a skill in words: `Confidence is between 0 and 1`. */
export function checkWords(t: TFunction, check: CheckView): string {
  const { field, expected } = check;
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

/** Limits come as `0 – 1`; an open end is `…`. */
function rangeWords(t: TFunction, field: string, expected: string): string {
  const [least = OPEN, most = OPEN, ...more] = expected.split(" – ");
  if (more.length > 0 || (least === OPEN && most === OPEN)) {
    return t("check.other", { field, expected });
  }
  if (most === OPEN) return t("check.atLeast", { field, least });
  if (least === OPEN) return t("check.atMost", { field, most });
  return t("check.between", { field, least, most });
}
