/** Changes of a job's rows that are on their way to the host. */
const saving = new Map<string, Promise<unknown>>();

/**
 * Lets questions about the rows of a job wait until these changes are saved. What is shown runs ahead of the host while
 * a person types; an answer from in between would take rows away from under the hands.
 */
export function readAfter(job: string, work: Promise<unknown>): void {
  saving.set(job, work);
  const end = () => {
    if (saving.get(job) === work) saving.delete(job);
  };
  void work.then(end, end);
}

/** Asks, after the changes of the rows it is about; at once if there are none. */
export function inTurn<T>(method: string, params: unknown, ask: () => Promise<T>): Promise<T> {
  if (method !== "job/rows" && method !== "job/find") return ask();
  const job: unknown =
    typeof params === "object" && params !== null ? Reflect.get(params, "job") : null;
  const work = typeof job === "string" ? saving.get(job) : undefined;
  return work === undefined ? ask() : work.then(ask, ask);
}
