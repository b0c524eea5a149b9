// Every test that docs/known-failures.md names is there, and each number has one for every input that it lists.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = readFileSync(join(ROOT, "docs/known-failures.md"), "utf8");

/** The numbers we mean to be immune to. */
const NUMBERS = [
  [1, 3, 4, 5, 6, 8, 10, 11, 13, 15, 16, 18],
  [20, 21, 45, 46],
  [23, 24, 25, 27, 28, 30, 32, 33, 35, 36, 39, 43],
].flat();

/** The rows of the page's tables: number and letter of the input, its words, and the test. */
const rows = PAGE.split("\n")
  .filter((line) => line.startsWith("|") && !line.startsWith("| #") && !line.startsWith("| ---"))
  .map((line) => {
    const [name = "", words = "", file = "", title = ""] = line
      .replace(/\\\|/g, "\u0000")
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.replaceAll("\u0000", "|").trim());
    const bare = (text) => text.replace(/^`|`$/g, "");
    return { line, number: Number.parseInt(name, 10), words, file: bare(file), title: bare(title) };
  });

/** What a test of this name looks like in a file. */
function isIn(source, file, title) {
  if (!file.endsWith(".rs")) return source.includes(title);
  const at = source.search(new RegExp(`\\bfn ${title}\\s*\\(`));
  if (at < 0) return false;
  // Attributes stand right above; in a property test too.
  return /#\[(tokio::)?test[\s\S]*$/.test(source.slice(Math.max(0, at - 240), at));
}

test("every row names a test that is there", () => {
  const wrong = rows.flatMap(({ line, file, title, words }) => {
    if (title === "") return [`${line}: without a test`];
    const path = join(ROOT, file);
    if (!existsSync(path)) return [`${line}: no such file`];
    if (!isIn(readFileSync(path, "utf8"), file, title)) return [`${line}: no such test`];
    return words === "" ? [`${line}: without words`] : [];
  });
  assert.deepEqual(wrong, []);
});

test("every number has a row", () => {
  const found = new Set(rows.map((row) => row.number));
  assert.deepEqual(
    NUMBERS.filter((number) => !found.has(number)),
    [],
  );
});
