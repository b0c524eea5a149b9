import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { RunRowsParams, TaskPage, TaskRow } from "@/bindings/contract";
import { callErrorOf, type CallError } from "@/lib/callError";
import { usePlatform } from "@/platform/Platform";
import { PAGE_ROWS, pagesInView, slotsOf, type Slot } from "./slots";

type What = Pick<RunRowsParams, "run" | "filter" | "search">;

/** The rows of a list as far as they were looked at. */
export type RowPages = {
  /** Rows that match; none while nothing is known. */
  total: number | null;
  slots: Slot[];
  /** Names the list that is shown: while another filter or search loads, still the one before. */
  name: string;
  error: CallError | null;
  retry: () => void;
};

/** Loads the pages of a run's rows that are in view. Pages out of view are kept, and asked for again only when seen. */
export function useRowPages(what: What, [first, last]: [number, number]): RowPages {
  const platform = usePlatform();
  const [known, setKnown] = useState<{
    what: string;
    total: number;
    rows: Map<number, TaskRow[]>;
  }>();
  const pages = pagesInView(first, last);
  const name = JSON.stringify(what);
  const results = useQueries({
    queries: pages.map((page) => {
      const params = { ...what, offset: page * PAGE_ROWS, limit: PAGE_ROWS };
      return {
        queryKey: ["run/rows", params],
        queryFn: (): Promise<TaskPage> => platform.call("run/rows", params),
      };
    }),
  });
  const loaded = results.find((result) => result.data !== undefined)?.data;
  const kept = known?.what === name ? known : undefined;
  const rows = new Map(kept?.rows);
  for (const [at, page] of pages.entries()) {
    const data = results[at]?.data;
    if (data) rows.set(page, data.rows);
  }
  const total = loaded?.total ?? kept?.total ?? null;
  const fresh = pages.some((page, at) => {
    const data = results[at]?.data;
    return data !== undefined && kept?.rows.get(page) !== data.rows;
  });
  // What was seen stays on screen while the neighbours load.
  if (total !== null && (fresh || kept?.total !== total)) setKnown({ what: name, total, rows });
  const failed = results.find((result) => result.isError);
  const before = total === null && !failed ? known : undefined;
  return {
    total: before?.total ?? total,
    slots: slotsOf(before?.total ?? total ?? 0, before?.rows ?? rows),
    name: before?.what ?? name,
    error: failed ? callErrorOf(failed.error) : null,
    retry: () => void failed?.refetch(),
  };
}
