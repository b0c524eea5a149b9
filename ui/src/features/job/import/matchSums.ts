import type { FilesMatched } from "@/bindings/contract";

/** What the person said of rows: a file's name, or none. */
export type Choices = ReadonlyMap<number, string | null>;

/** Rows with and without a file, as they would be now. */
export function matchSums(matched: FilesMatched, choices: Choices) {
  let given = matched.matched;
  for (const row of matched.rows) {
    const said = choices.get(row.position);
    if (said !== undefined) given += (said === null ? 0 : 1) - (row.file === null ? 0 : 1);
  }
  return { given, left: matched.matched + matched.open + matched.without_file - given };
}
