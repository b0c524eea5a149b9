import type { JobView } from "@/bindings/contract";
import type { Grant } from "@/platform/Platform";

/** What chosen or dropped files are to become. */
export type Brought = {
  /** One table, or files and folders with one task a file; empty: the list stays. */
  list: Grant[];
  /** Files and folders to lay beside the rows, once the list is there. */
  documents: Grant[];
};

/**
 * A table alone becomes the list; documents beside a table go to its rows; documents for a job whose list is a table go
 * to the rows of that; everything else is a list of files.
 */
export function broughtAs(grants: Grant[], job: Pick<JobView, "table" | "inputs">): Brought {
  const tables = grants.filter((grant) => grant.kind === "table");
  const others = grants.filter((grant) => grant.kind !== "table");
  const [table] = tables;
  if (table && tables.length === 1) return { list: [table], documents: others };
  const single = grants.length === 1 && grants[0]?.kind === "text";
  if (tables.length === 0 && !single && takesDocuments(job)) return { list: [], documents: grants };
  return { list: grants, documents: [] };
}

/** Whether the job has a table whose rows a document can go to. */
export function takesDocuments({ table, inputs }: Pick<JobView, "table" | "inputs">): boolean {
  return table !== null && table.kind !== "files" && inputs.some((input) => input.kind === "file");
}
