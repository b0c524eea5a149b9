import type { TFunction } from "i18next";
import en from "@/words/en/core.json";

/**
 * The engine's English sentences as templates, `core.json`: each is the key of its words in both languages. They travel and
 * are stored as sentences, so that a log, a workbook and an old run say the same; here they are taken apart again.
 */
type Template = { key: string; pattern: RegExp; names: string[]; letters: number };

/** Parts that are sentences of the engine themselves. All others are the person's data and stay to the letter. */
const NESTED = new Set([
  "allowed",
  "cause",
  "detail",
  "error",
  "expected",
  "fault",
  "found",
  "kind",
  "message",
  "problem",
  "reason",
  "said",
  "silence",
]);

/** What a part looks like, by its name, where anything at all would take too much. */
const SHAPES: Record<string, string> = {
  file: "[^\\s:]+\\.[a-z]+",
  line: "\\d+",
  number: "\\d+",
  provider: "[\\w.-]+",
  row: "\\d+",
};

/** Said for what has no words: the original, named as such. */
const ORIGINAL = "original";

const templates: Template[] = Object.entries(en)
  .filter(([key]) => key !== ORIGINAL)
  .map(([key, text]) => template(key, text))
  // The one that says most about a sentence is tried first.
  .sort((one, other) => other.letters - one.letters);

/** Words of any part of the window: the engine's are under a name of their own. */
type Words = TFunction | TFunction<"job">;

/** A sentence of the engine in the person's language; what nobody has words for is quoted. */
export function coreWords(t: Words, sentence: string): string {
  return said(t, sentence) ?? word(t, ORIGINAL, { text: sentence });
}

function said(t: Words, sentence: string): string | null {
  for (const { key, pattern, names } of templates) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const parts = names.map((name, at): [string, string] => {
      const part = match[at + 1] ?? "";
      return [name, NESTED.has(name) ? (said(t, part) ?? part) : part];
    });
    return word(t, key, Object.fromEntries(parts));
  }
  return null;
}

function template(key: string, text: string): Template {
  const names: string[] = [];
  const literal = text.split(/%\{(\w+)\}/);
  const pattern = literal.map((piece, at) => {
    if (at % 2 === 0) return piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(piece);
    return `(${SHAPES[piece] ?? ".+?"})`;
  });
  const letters = literal.filter((_, at) => at % 2 === 0).join("").length;
  return { key, pattern: new RegExp(`^${pattern.join("")}$`, "s"), names, letters };
}

/** The key comes from a file of words, so the types need not know it. */
function word(t: Words, key: string, parts: Record<string, string>): string {
  const say = t as (key: string, options: object) => string;
  return say(`core:${key}`, { ...parts, keySeparator: "§" });
}
