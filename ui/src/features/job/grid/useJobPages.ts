import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type {
  ColumnFilter,
  JobRow,
  JobRowsPage,
  JobRowsParams,
  JobRowsView,
  RowSort,
} from "@/bindings/contract";
import type { CallError } from "@/lib/callError";
import { useAsk, useCalls } from "@/data/useCalls";
import { useCall } from "@/data/useCall";
import { gridRows, PAGE_ROWS, pagesAround, type GridRow } from "./gridRows";

/** How the rows are looked at: the list itself stays as it is. */
export type RowsLook = { sort: RowSort | null; filters: ColumnFilter[] };

/** Rows as they are in the list. */
export const PLAIN: RowsLook = { sort: null, filters: [] };

/** True if the rows are looked at as they are in the list. */
export function isPlain({ sort, filters }: RowsLook): boolean {
  return sort === null && filters.length === 0;
}

type Asked = { job: string; view: JobRowsView; search: string; look: RowsLook };

/** The rows of a job in one view, page by page as they come into sight. */
export type JobPages = {
  /** Counts and first rows; undefined until the first answer. */
  first: JobRowsPage | undefined;
  /** Rows of the view. */
  total: number;
  /** True while the rows are those of the question before. */
  old: boolean;
  error: CallError | null;
  again: () => void;
  /** Every row of the view, blank until it is here. */
  rows: GridRow[];
  /** Says which rows are in sight. */
  see: (first: number, last: number) => void;
  /** The rows at places of the view that are here; null for the others. */
  rowsHere: (places: number[]) => (JobRow | null)[];
  /** The rows at places of the view, asked for if they are not here; null: there is none. */
  rowsAt: (places: number[]) => Promise<(JobRow | null)[]>;
};

/** Asks for the pages in sight and keeps them fresh. */
export function useJobPages(asked: Asked): JobPages {
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const first = useCall("job/rows", paramsOf(asked, 0), { keepPrevious: true });
  const total = first.data?.total ?? 0;
  const last = Math.max(0, Math.ceil(total / PAGE_ROWS) - 1);
  const wanted = pagesAround(sight.first, sight.last, total).filter(
    (page) => page > 0 && page <= last,
  );
  const more = useCalls(
    "job/rows",
    wanted.map((page) => paramsOf(asked, page)),
  );
  const client = useQueryClient();
  const ask = useAsk("job/rows");
  const key = wanted.join();
  const rows = useMemo(
    () =>
      gridRows(total, [0, ...key.split(",").filter(Boolean).map(Number)], [first.data, ...more]),
    [total, key, first.data, more],
  );
  const rowsHere = (places: number[]) => {
    // Rows of the question before have no page of their own any more.
    if (first.isPlaceholderData) return places.map((place) => rows[place]?.row ?? null);
    // A change is in the cache before it is drawn.
    const numbers = new Set(places.map((place) => Math.floor(place / PAGE_ROWS)));
    const kept = [...numbers].map(
      (page) => [page, goodPage(client, paramsOf(asked, page))] as const,
    );
    const found = new Map(kept);
    return places.map((place) => rowOn(found, place));
  };
  return {
    first: first.data,
    total,
    old: first.isPlaceholderData,
    error: first.error,
    again: () => void first.refetch(),
    rows,
    see: (from, to) =>
      setSight((now) =>
        pagesAround(now.first, now.last, total).join() === pagesAround(from, to, total).join()
          ? now
          : { first: from, last: to },
      ),
    rowsHere,
    rowsAt: async (places) => {
      const here = rowsHere(places);
      const missing = places.filter(
        (place, at) => place >= 0 && place < total && here[at] === null,
      );
      const numbers = [...new Set(missing.map((place) => Math.floor(place / PAGE_ROWS)))];
      const answers = await Promise.all(numbers.map((page) => ask(paramsOf(asked, page))));
      const found = new Map(numbers.map((page, at) => [page, answers[at]]));
      return places.map((place, at) => here[at] ?? rowOn(found, place));
    },
  };
}

/** The row at a place of the view, if its page is among these. */
function rowOn(pages: Map<number, JobRowsPage | undefined>, place: number): JobRow | null {
  return pages.get(Math.floor(place / PAGE_ROWS))?.rows[place % PAGE_ROWS] ?? null;
}

/** A page as the cache has it, if it is on screen or the host has not said that it is old. */
function goodPage(client: QueryClient, params: JobRowsParams): JobRowsPage | undefined {
  const query = client.getQueryCache().find<JobRowsPage>({ queryKey: ["job/rows", params] });
  return query && (query.isActive() || !query.state.isInvalidated) ? query.state.data : undefined;
}

/** The question for the first rows of a job, and with them its counts; the grid asks the same one. */
export function firstRows(job: string) {
  return paramsOf({ job, view: "all", search: "", look: PLAIN }, 0);
}

function paramsOf({ job, view, search, look }: Asked, page: number) {
  const { sort, filters } = look;
  return {
    job,
    view,
    search,
    ...(sort ? { sort } : {}),
    filters,
    offset: page * PAGE_ROWS,
    limit: PAGE_ROWS,
  };
}
