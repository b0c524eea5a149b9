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

describe("words", () => {
  const english = leaves(en);
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
