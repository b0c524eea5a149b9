// Every English sentence of the engine that can reach the window has words in both languages: `ui/src/words/*/core.json`.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The rooms whose sentences a person reads. */
const ROOMS = ["mill-skills", "mill-tables", "mill-engine", "mill-llm", "mill-domain"];

/** Files whose texts are for a model, for a workbook, or for the command line only; and refusals that have codes. */
const NOT_SAID = [
  // Asked of a model, or answered in its place.
  /mill-skills\/src\/(prompt|practice|display|checks)\.rs$/,
  /mill-skills\/src\/(learn|merge|practice)\//,
  /mill-engine\/src\/verify\/(recipe|ask)\.rs$/,
  /mill-llm\/src\/(practice|schema)\.rs$/,
  // Written into files, or read from them.
  /mill-tables\/src\/(export|intake|text|write|read|kind)(\/|\.rs$)/,
  // Doubts about a table: job.json has words for each kind.
  /mill-tables\/src\/workbook(\.rs$|\/(merges|ranges|rows))/,
  // Their kinds have words of their own: errors.json by code, job.json by the kind of problem.
  /mill-engine\/src\/error(\.rs$|\/)/,
  /mill-engine\/src\/export\//,
  // Told by the kind of problem or by hand: numbers, conditions, doubts about prices.
  /mill-domain\/src\/(budget|run_state)/,
  /mill-llm\/src\/(prices|provider|gemini\/errors|anthropic\/errors|openai\/(errors|learned))/,
];

/** Pieces of sentences, and texts that no person is shown. */
const PIECES = new Set(
  Object.values(
    JSON.parse(readFileSync(new URL("coreWords.json", import.meta.url), "utf8")),
  ).flat(),
);

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (entry.name.endsWith(".rs") && !/tests?(\.rs|\/)/.test(path.slice(ROOT.length)))
      yield path;
  }
}

/** The texts of a source that look like sentences, with `{}` for their parts. */
function sentences(source) {
  const code = source
    .replace(/#\[cfg\(test\)\]\s*mod \w+ \{[\s\S]*$/, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/tracing::\w+!\((?:[^()]|\([^()]*\))*\)/g, "")
    .replace(/sqlx::query\w*!\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "")
    .replace(/reason = "[^"]*"/g, "");
  const texts = [...code.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map((match) =>
    (match[1] ?? "").replace(/\\\n\s*/g, "").replace(/\\"/g, '"'),
  );
  return texts.filter((text) => /[a-z]{2,} [a-z{`]/.test(text) && !/[\n=<>]{2}|;\n/.test(text));
}

const shapeOf = (text) =>
  text
    .replace(/\{\{/g, "\u0001")
    .replace(/\}\}/g, "\u0002")
    .replace(/%?\{[^{}…]*\}/g, "{}")
    .replace(/\u0001/g, "{")
    .replace(/\u0002/g, "}");

const words = (language) =>
  JSON.parse(readFileSync(join(ROOT, `ui/src/words/${language}/core.json`), "utf8"));

test("every sentence of the engine has words", () => {
  const known = new Set(Object.values(words("en")).map(shapeOf));
  const without = [];
  for (const room of ROOMS) {
    for (const path of sources(join(ROOT, "crates", room, "src"))) {
      if (NOT_SAID.some((pattern) => pattern.test(path))) continue;
      for (const text of sentences(readFileSync(path, "utf8"))) {
        const shape = shapeOf(text);
        if (!known.has(shape) && !PIECES.has(shape))
          without.push(`${path.slice(ROOT.length)}: ${text}`);
      }
    }
  }
  assert.deepEqual(without, [], "give it words in ui/src/words/{en,zh}/core.json");
});

test("the Chinese words are Chinese", () => {
  const english = words("en");
  const same = Object.entries(words("zh")).filter(
    ([key, text]) => !/[\u4e00-\u9fff]/.test(text) && /[a-z]{2,} [a-z]/.test(english[key]),
  );
  // Lists of words that are typed as they are.
  assert.deepEqual(
    same.map(([key]) => key).filter((key) => !/^text_integer|^true_or/.test(key)),
    [],
  );
});
