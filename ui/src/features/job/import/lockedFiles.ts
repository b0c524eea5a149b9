import type { TableProblem } from "@/bindings/contract";

/**
 * The names of documents that wait for a password, in the order of their rows, each document once. Where two of the same
 * name wait, their folders tell them apart.
 */
export function lockedFiles(problems: TableProblem[]): string[] {
  const locked = problems.filter(
    ({ kind, params }) => kind === "encrypted" && params["case"] === "password",
  );
  const paths = [...new Set(locked.flatMap(({ params }) => params["path"] ?? []))];
  const names = paths.map((path) => path.split(/[\\/]/).pop() ?? path);
  return paths.map((path, at) => {
    const name = names[at] ?? path;
    return names.indexOf(name) === names.lastIndexOf(name) ? name : path;
  });
}
