import { useTranslation } from "react-i18next";
import type { MergeFindingView, MergeView } from "@/bindings/contract";

const STATES = ["writing", "paused", "whole", "incomplete", "failed"] as const;
const FINDINGS = [
  "unknown_rows",
  "no_rows",
  "uncited",
  "missing",
  "not_merged",
  "no_amount",
  "currencies",
  "changed",
] as const;
const WHY = ["unreviewed", "rejected", "failed", "unfinished"] as const;

/** What is said of documents. */
export function useMergeWords() {
  const { t } = useTranslation("merge");
  const known = <W extends string>(words: readonly W[], word: string) =>
    words.find((one) => one === word);
  return {
    state: ({ state }: MergeView) => {
      const word = known(STATES, state);
      return word ? t(`state.${word}`) : state;
    },
    how: (merge: MergeView) => {
      if (merge.by_run) return merge.by_run.skill;
      const by = merge.by.join(", ");
      return t(merge.contra === null ? "how.table" : "how.journal", { by });
    },
    finding: ({ code, line, rows, detail }: MergeFindingView) => {
      const word = known(FINDINGS, code);
      const said = { line: line ?? 0, rows: spans(rows), detail };
      return word ? t(`finding.${word}`, said) : code;
    },
    leftOut: (why: string, count: number) => {
      const word = known(WHY, why);
      return word ? t(`leftOut.${word}`, { count }) : why;
    },
  };
}

/** Row numbers with neighbours drawn together: `3-5, 9`. */
function spans(rows: number[]): string {
  const found: { first: number; last: number }[] = [];
  for (const row of rows) {
    const open = found.at(-1);
    if (open?.last === row - 1) open.last = row;
    else found.push({ first: row, last: row });
  }
  return found
    .map(({ first, last }) =>
      first === last ? `${first}` : first + 1 === last ? `${first}, ${last}` : `${first}-${last}`,
    )
    .join(", ");
}
