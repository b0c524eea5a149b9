import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TaskRow } from "@/bindings/contract";
import { usePlatform } from "@/platform/Platform";
import { isOpen } from "./queue";

/** Rows read ahead, so that a second of fast keys never waits. */
const AHEAD = 10;

/** Reads what review shows of the next rows before the person gets there. */
export function usePrefetch(run: string, rows: TaskRow[] | null, row: TaskRow | null): void {
  const platform = usePlatform();
  const client = useQueryClient();
  // Fills the query cache, which lives outside of the screen.
  useEffect(() => {
    if (rows === null || row === null) return;
    const at = rows.findIndex((known) => known.task === row.task);
    for (const { task } of rows
      .slice(at + 1, at + 1 + AHEAD * 2)
      .filter(isOpen)
      .slice(0, AHEAD)) {
      const params = { run, task };
      client
        .query({
          staleTime: "static",
          queryKey: ["review/item", params],
          queryFn: () => platform.call("review/item", params),
        })
        // The row itself asks again when it is shown, and says what is wrong.
        .catch(() => undefined);
    }
  }, [client, platform, run, rows, row]);
}
