import { describe, expect, it } from "vitest";
import { en } from "./en/en";
import { createWords } from "./words";
import { zh } from "./zh/zh";

/** Every leaf of a tree of words as `path → text`, plural endings taken off the path. */
function leaves(tree: object, path = ""): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [key, value] of Object.entries(tree) as [string, unknown][]) {
    const here = path === "" ? key : `${path}.${key}`;
    if (typeof value === "object" && value !== null) {
      for (const [inner, texts] of leaves(value, here)) found.set(inner, texts);
    } else {
      const plain = here.replace(/_(one|other)$/, "");
      found.set(plain, [...(found.get(plain) ?? []), String(value)]);
    }
  }
  return found;
}

/** Names in `%{name}` or `%{name, number}`. */
function names(texts: string[]): string[] {
  const all = texts.flatMap((text) =>
    [...text.matchAll(/%\{(\w+)[^}]*\}/g)].map((match) => match[1] ?? ""),
  );
  return [...new Set(all)].sort();
}

const ENGLISH = leaves(en);

describe("words", () => {
  const english = ENGLISH;
  const chinese = leaves(zh);

  it("has the same keys in both languages", () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("fills the same names in both languages", () => {
    const differing = [...english].filter(
      ([key, texts]) =>
        names(texts).join() !== names(chinese.get(key) ?? []).join() &&
        // A singular may leave its number out.
        names(texts)
          .filter((name) => name !== "count")
          .join() !==
          names(chinese.get(key) ?? [])
            .filter((name) => name !== "count")
            .join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it("has no empty word", () => {
    // What stands between two sentences is a space in English and nothing in Chinese.
    const empty = [...english, ...chinese].filter(
      ([key, texts]) => !key.endsWith(".space") && texts.some((text) => text.trim() === ""),
    );
    expect(empty.map(([key]) => key)).toEqual([]);
  });

  it("groups thousands and fills the percent-brace names", () => {
    const words = createWords("en");
    expect(words.t("common:count.rows", { count: 4142 })).toBe("4,142 rows");
    expect(words.t("common:count.rows", { count: 1 })).toBe("1 row");
  });
});

describe("English numbers", () => {
  const words = createWords("en");
  const every = [...ENGLISH].filter(([key]) => !key.startsWith("core."));

  it("stand before a plural only where the plural follows them", () => {
    const stiff = every.flatMap(([key, texts]) =>
      texts.filter((text) => followed(text).some((name) => !bends(key, name))),
    );
    expect(stiff).toEqual([]);
  });

  it("say 1 row, whatever is one", () => {
    const said = every.flatMap(([key, texts]) => {
      const [space = "common", ...path] = key.split(".");
      const ones = Object.fromEntries(names(texts).map((name) => [name, 1]));
      const say = words.t as unknown as (key: string, values: object) => string;
      return [say(`${space}:${path.join(".")}`, { count: 1, ...ones })];
    });
    const wrong = new RegExp(`(?<![\\d.,])1 ${BETWEEN}(${THINGS.join("|")})\\b`);
    expect(said.filter((text) => wrong.test(text) && !NEVER_ONE.test(text))).toEqual([]);
    expect(said.filter((text) => text.includes("$t("))).toEqual([]);
  });

  it("bend inside a sentence", () => {
    expect(words.t("review:learn.decided", { agreeing: 1, against: 0 })).toBe(
      "People decided 1 row so, and 0 otherwise.",
    );
    expect(words.t("run:ended.finished", { total: 1 })).toBe("The row has ended.");
    expect(words.t("run:ended.finished", { total: 4142 })).toBe("All 4,142 rows have ended.");
    expect(words.t("job:problem.ragged_short", { found: 1, expected: 3, text: "$t(x)" })).toBe(
      "Has 1 cell instead of 3; the missing ones are blank: $\u2060t(x)",
    );
  });
});

/** Everything of which there can be one. */
const THINGS = [
  ...["agents", "attempts", "calls", "cells", "characters", "columns", "corrections", "days"],
  ...["documents", "entries", "examples", "fields", "files", "findings", "items", "jobs", "keys"],
  ...["lines", "minutes", "models", "months", "opinions", "pages", "parts", "people", "questions"],
  ...[
    "requests",
    "results",
    "rows",
    "rules",
    "runs",
    "samples",
    "skills",
    "tokens",
    "turns",
    "values",
  ],
];

/** What may stand between a number and its thing; a verb or a preposition is not of it. */
const BETWEEN = "(?:(?!reading|with|names|would|the )\\w+ )?";

/** Of these there is never one: a part of several, and limits far above it. */
const NEVER_ONE = /pages can be read; the others|parts stand one after another|1 tokens/;

/** The names that stand before a plural in a text. */
function followed(text: string): string[] {
  const found = text.matchAll(
    new RegExp(`%\\{(\\w+)[^}]*\\} ${BETWEEN}(?:${THINGS.join("|")})\\b`, "g"),
  );
  return NEVER_ONE.test(text.replace(/%\{[^}]*\}/g, "1"))
    ? []
    : [...found].map((one) => one[1] ?? "");
}

/** True if there is a singular beside the text for that name. */
function bends(key: string, name: string): boolean {
  // `shown` is the count as text.
  return (name === "count" || name === "shown") && (ENGLISH.get(key)?.length ?? 0) > 1;
}
