import type { QueryClient } from "@tanstack/react-query";
import type { CellEdit, JobRow, JobRowsPage, JobRowsParams, ListRow } from "@/bindings/contract";

/** What a change does to the rows on screen before the host has answered. */
export type ShownChange = {
  edits: CellEdit[];
  /** Rows below the last one. */
  added: ListRow[];
  /** How many of the last rows go. */
  removed: number;
};

/**
 * Changes the rows on screen at once. Answers on their way are from before the change and are not waited for; the host
 * is asked again when the change is saved, and has the last word.
 */
export function showChange(client: QueryClient, job: string, change: ShownChange): void {
  const ofJob = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    paramsOf(queryKey, job) !== null;
  void client.cancelQueries({ predicate: ofJob });
  const cache = client.getQueryCache();
  for (const query of cache.findAll({ predicate: ofJob })) {
    const params = paramsOf(query.queryKey, job);
    if (!params) continue;
    client.setQueryData<JobRowsPage>(
      query.queryKey,
      (page) => page && pageAfter(page, params, change),
    );
  }
  showNewPages(client, job, change);
}

/** A page after a change; the page itself if the change does not reach it. */
function pageAfter(
  page: JobRowsPage,
  params: Pick<JobRowsParams, "view" | "search" | "sort" | "filters" | "offset" | "limit">,
  { edits, added, removed }: ShownChange,
): JobRowsPage {
  const edited = pageWith(page, edits);
  if ((added.length === 0 && removed === 0) || !isWholeList(params)) return edited;
  const total = edited.total - removed;
  const kept = edited.rows.slice(0, Math.max(0, total - params.offset));
  const room = params.limit - kept.length;
  const begins = params.offset + kept.length === total && room > 0;
  return {
    ...edited,
    total: total + added.length,
    all: edited.all - removed + added.length,
    rows: begins ? [...kept, ...added.slice(0, room).map(asShown)] : kept,
  };
}

/** A page with cells changed; the page itself if none of them is on it. */
export function pageWith(page: JobRowsPage, edits: CellEdit[]): JobRowsPage {
  if (edits.length === 0) return page;
  const byPosition = new Map<number, CellEdit[]>();
  for (const edit of edits) {
    const mine = byPosition.get(edit.position);
    if (mine) mine.push(edit);
    else byPosition.set(edit.position, [edit]);
  }
  if (!page.rows.some((row) => byPosition.has(row.position))) return page;
  const rows = page.rows.map((row) => {
    const mine = byPosition.get(row.position);
    if (!mine) return row;
    const cells = [...row.cells];
    for (const edit of mine) cells[edit.column] = edit.text;
    return { ...row, cells };
  });
  return { ...page, rows };
}

/** Pages that hold nothing but new rows are not known yet, and the host cannot give them before it has saved them. */
function showNewPages(client: QueryClient, job: string, { added }: ShownChange): void {
  const first = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => isWholeList(paramsOf(queryKey, job)) })
    .find((query) => query.state.data !== undefined);
  const params = first && paramsOf(first.queryKey, job);
  if (!first || !params || added.length === 0) return;
  const page = client.getQueryData<JobRowsPage>(first.queryKey);
  if (!page) return;
  const before = page.total - added.length;
  let offset = Math.ceil(before / params.limit) * params.limit;
  for (; offset < page.total; offset += params.limit) {
    const rows = added.slice(offset - before, offset - before + params.limit).map(asShown);
    const key = ["job/rows", { ...params, offset }];
    client.setQueryData<JobRowsPage>(key, (known) => known ?? { ...page, rows });
  }
}

/** Who decides a new row is known once the host has seen it. */
function asShown(row: ListRow): JobRow {
  return {
    position: row.position,
    source_row: row.source_row ?? row.position + 2,
    cells: row.cells,
    decides: "unknown",
    rule: null,
    shown: [],
    problem: row.problem,
  };
}

function isWholeList(
  params: Pick<JobRowsParams, "view" | "search" | "sort" | "filters"> | null,
): boolean {
  return (
    params !== null &&
    params.view === "all" &&
    params.search === "" &&
    params.sort === undefined &&
    params.filters.length === 0
  );
}

/** The question behind a key of the cache, if it is about the rows of this job. Keys are only made by `useCall`. */
function paramsOf(key: readonly unknown[], job: string): JobRowsParams | null {
  const [method, params] = key as ["job/rows" | "other", JobRowsParams];
  return method === "job/rows" && params.job === job ? params : null;
}
