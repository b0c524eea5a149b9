import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReviewRow, ReviewTally } from "@/bindings/contract";
import { callErrorOf, type CallError } from "@/lib/callError";
import { usePlatform } from "@/platform/Platform";
import { openCount, type Queue, withMore } from "./queue";
import { readFirst, readOn, type QueueParams } from "./readQueue";

/** A run at work is asked for new rows at most so often. */
const LOOK_AGAIN_MS = 3000;

/** The rows of a review as far as they were read. */
export type QueueView = {
  rows: ReviewRow[] | null;
  /** True if no row is missing. */
  complete: boolean;
  error: CallError | null;
  retry: () => void;
};

/**
 * The queue of a review. It is read once, page by page, and lives in the query cache under a key of its own that no
 * tag makes old: verdicts change it in place, so that a key press never reads the list again.
 */
export function useQueue(params: QueueParams, tally: ReviewTally, busy: boolean): QueueView {
  const platform = usePlatform();
  const client = useQueryClient();
  const key = queueKey(params);
  const first = useQuery({
    queryKey: key,
    queryFn: () => readFirst(platform, params),
    gcTime: 0,
  });
  const queue = first.data;
  const rest = useQuery({
    queryKey: [...key, "rest", queue?.at ?? null],
    queryFn: async () => {
      const from = client.getQueryData<Queue>(key);
      if (!from) return null;
      const { rows, at } = await readOn(platform, params, from);
      client.setQueryData<Queue>(key, (old) => old && { rows: withMore(old.rows, rows), at });
      return null;
    },
    enabled: queue !== undefined && !queue.at.done,
    gcTime: 0,
  });
  const due = expected(params, tally);
  const done = queue?.at.done === true;
  // A verdict on its way makes the sums differ for a moment; only what stays is worth a look.
  const behind = done && due !== null && openCount(queue.rows) < due ? due : null;
  const [settled] = useDebouncedValue(behind, LOOK_AGAIN_MS);
  useQuery({
    queryKey: [...key, "again", settled],
    queryFn: async () => {
      const fresh = await readFirst(platform, params);
      client.setQueryData<Queue>(
        key,
        (old) => old && { rows: withMore(old.rows, fresh.rows), at: fresh.at },
      );
      return null;
    },
    enabled: behind !== null && settled === behind && !busy,
    gcTime: 0,
  });
  const failed = first.error ?? rest.error;
  return {
    rows: queue?.rows ?? null,
    complete: queue?.at.done ?? false,
    error: failed === null ? null : callErrorOf(failed),
    retry: () => void (first.isError ? first.refetch() : rest.refetch()),
  };
}

/** Where the queue lies in the query cache. */
export function queueKey({ run, sight }: QueueParams) {
  return ["review/queue", { run, ...sight }] as const;
}

/** How many open rows the host should have in the list; none where the sums do not say. */
function expected({ sight }: QueueParams, tally: ReviewTally): number | null {
  if (sight.search !== "" || sight.picks.length > 0) return null;
  if (sight.show === "needs_review") return tally.needs_review;
  return sight.show === "unjudged" ? tally.left : null;
}
