import type { TFunction } from "i18next";
import type { TableProblem } from "@/bindings/contract";
import { coreWords } from "@/lib/coreWords";
import en from "@/words/en/job.json";

type ProblemKey = keyof typeof en.problem;

/**
 * A doubt about a table in the person's language. Kinds and cases without words of ours keep the engine's English
 * sentence.
 */
export function problemWords(t: TFunction<"job">, problem: TableProblem): string {
  const { case: which = "", ...params } = problem.params;
  const key = which === "more" ? "more" : `${problem.kind}_${which}`;
  if (!isProblemKey(key)) return coreWords(t, problem.message);
  const named = (sign: string | undefined) => (sign === undefined ? "" : delimiterWords(t, sign));
  const sure = Number(params["sure"]);
  return t(`problem.${key}`, {
    ...params,
    delimiter: named(params["delimiter"]),
    rival: named(params["rival"]),
    sure: Number.isFinite(sure) ? `${Math.round(sure * 100)}%` : "",
  });
}

/** A delimiter by its name: a comma cannot be seen in a sentence. */
export function delimiterWords(t: TFunction<"job">, sign: string): string {
  switch (sign) {
    case ",":
      return t("delimiter.comma");
    case ";":
      return t("delimiter.semicolon");
    case "\t":
    case "tab":
      return t("delimiter.tab");
    case "|":
      return t("delimiter.pipe");
    case "none":
      return t("delimiter.none");
    default:
      return sign;
  }
}

function isProblemKey(key: string): key is ProblemKey {
  return Object.hasOwn(en.problem, key);
}
