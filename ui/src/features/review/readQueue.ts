import type { ReviewRow } from "@/bindings/contract";
import type { Platform } from "@/platform/Platform";
import { listsOf, type Place, type Queue, withMore } from "./queue";
import { filterOf, type Sight } from "./sight";

/** Rows of the first page, so that work can begin at once, and of the ones after it. */
const FIRST_ROWS = 200;
const MORE_ROWS = 1000;

/** Which rows a queue holds. */
export type QueueParams = { run: string; sight: Sight };

/**
 * Reads on where a queue ends. Rows judged meanwhile leave the host's list, so it looks back by as many as were
 * judged: what it sees twice is dropped, nothing is missed.
 */
export async function readOn(
  platform: Platform,
  { run, sight }: QueueParams,
  queue: Queue,
): Promise<{ rows: ReviewRow[]; at: Place }> {
  const lists = listsOf(sight);
  const show = lists[queue.at.list] ?? sight.show;
  const judged = queue.rows.filter((row) => row.verdict !== null).length;
  const offset = Math.max(0, queue.at.offset - judged);
  const limit = queue.rows.length === 0 ? FIRST_ROWS : MORE_ROWS;
  const page = await platform.call("review/rows", {
    run,
    filter: { ...filterOf(sight), show },
    order: sight.order,
    offset,
    limit,
  });
  const next = offset + page.rows.length;
  if (page.rows.length > 0 && next < page.total) {
    return { rows: page.rows, at: { list: queue.at.list, offset: next, done: false } };
  }
  const last = queue.at.list + 1 >= lists.length;
  return { rows: page.rows, at: { list: queue.at.list + 1, offset: 0, done: last } };
}

/** The first rows of a queue. */
export async function readFirst(platform: Platform, params: QueueParams): Promise<Queue> {
  let queue: Queue = { rows: [], at: { list: 0, offset: 0, done: false } };
  while (queue.rows.length === 0 && !queue.at.done) {
    const { rows, at } = await readOn(platform, params, queue);
    queue = { rows: withMore(queue.rows, rows), at };
  }
  return queue;
}
