import { useMemo, useState } from "react";
import type { ColumnFilter, JobRow, JobRowsPage, JobRowsView, RowSort } from "@/bindings/contract";
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
  /** The row at a place of the view, asked for if it is not here. */
  rowAt: (index: number) => Promise<JobRow | null>;
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
  const ask = useAsk("job/rows");
  const key = wanted.join();
  const rows = useMemo(
    () =>
      gridRows(total, [0, ...key.split(",").filter(Boolean).map(Number)], [first.data, ...more]),
    [total, key, first.data, more],
  );
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
    rowAt: async (index) => {
      const here = rows[index]?.row;
      if (here) return here;
      if (index >= total) return null;
      const page = await ask(paramsOf(asked, Math.floor(index / PAGE_ROWS)));
      return page.rows[index % PAGE_ROWS] ?? null;
    },
  };
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
