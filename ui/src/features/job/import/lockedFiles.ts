import type { TableProblem } from "@/bindings/contract";

/** The names of documents that wait for a password, in the order of their rows, each once. */
export function lockedFiles(problems: TableProblem[]): string[] {
  const locked = problems.filter(
    ({ kind, params }) => kind === "encrypted" && params["case"] === "password",
  );
  return [...new Set(locked.flatMap(({ params }) => params["path"] ?? []))].map(
    (path) => path.split(/[\\/]/).pop() ?? path,
  );
}
