import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReviewFilter, ReviewRow, ReviewTally, RunDetail } from "@/bindings/contract";
import { callErrorOf, type CallError } from "@/lib/callError";
import { usePlatform } from "@/platform/Platform";

/** What a person says of a result. */
export type Verdict = "accepted" | "corrected" | "rejected";

/** One thing a person did in review. */
export type ReviewAct =
  | {
      kind: "decide";
      /** The row as it was before. */
      row: ReviewRow;
      verdict: Verdict;
      fields: Record<string, string>;
    }
  | {
      kind: "all";
      filter: ReviewFilter;
      /** How many the person was told it would be. */
      count: number;
      /** Rows of the list in view that it changes, as they were before. */
      rows: ReviewRow[];
    }
  | {
      kind: "flag";
      /** The row as it was before. */
      row: ReviewRow;
      flagged: boolean;
      note: string;
    }
  | {
      kind: "skip";
      row: ReviewRow;
    }
  | {
      kind: "undo";
      /** The act it takes back; none if it was done on another day. */
      of: Exclude<ReviewAct, { kind: "undo" }> | null;
    };

/** What the host did: the rows it was about, the sums afterwards, and for undo what else was taken back. */
export type Told = {
  tasks: number[];
  review: ReviewTally | null;
  sample?: number | null;
  skill?: string | null;
  kept?: boolean;
};

type Listeners = {
  onDone: (act: ReviewAct, told: Told) => void;
  onFailed: (act: ReviewAct, error: CallError) => void;
};

/** Sends verdicts one after the other, in the order they were given, while the person is already at the next row. */
export function useVerdicts(run: string, { onDone, onFailed }: Listeners) {
  const platform = usePlatform();
  const client = useQueryClient();
  const [refused] = useState(() => new WeakSet<ReviewAct>());
  return useMutation<Told | null, unknown, ReviewAct>({
    scope: { id: `review ${run}` },
    mutationFn: (act) => {
      switch (act.kind) {
        case "decide":
          return platform.call("review/decide", {
            run,
            tasks: [act.row.task],
            verdict: act.verdict,
            ...(act.verdict === "corrected" ? { fields: act.fields } : {}),
          });
        case "all":
          return platform.call("review/accept_matching", {
            run,
            filter: act.filter,
            count: act.count,
          });
        case "flag":
          return platform
            .call("review/flag", {
              run,
              task: act.row.task,
              flagged: act.flagged,
              note: act.note,
            })
            .then(() => ({ tasks: [], review: null }));
        case "skip":
          return platform
            .call("review/skip", { run, task: act.row.task })
            .then(() => ({ tasks: [], review: null }));
        case "undo":
          // What was refused meanwhile is not there to be taken back; the host would take back the act before it.
          return act.of !== null && refused.has(act.of)
            ? Promise.resolve(null)
            : platform.call("review/undo", { run });
      }
    },
    onSuccess: (told, act) => {
      if (told === null) return;
      const { review } = told;
      if (review !== null) {
        client.setQueryData<RunDetail>(
          ["run/get", { run }],
          (old) => old && { ...old, run: { ...old.run, review } },
        );
      }
      onDone(act, told);
    },
    onError: (error, act) => {
      refused.add(act);
      onFailed(act, callErrorOf(error));
    },
  });
}
