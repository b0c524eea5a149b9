import { describe, expect, it } from "vitest";
import type { TableProblem } from "@/bindings/contract";
import { createWords } from "@/words/words";
import { problemWords } from "./problemWords";

function problem(kind: string, params: Record<string, string>): TableProblem {
  return {
    row: 4,
    column: null,
    kind,
    message: "The engine's sentence.",
    params,
    blocks_row: false,
  };
}

describe("doubts in words", () => {
  const en = createWords("en").getFixedT("en", "job");
  const zh = createWords("zh").getFixedT("zh", "job");
  const ragged = problem("ragged", {
    case: "long",
    row: "4",
    found: "7",
    expected: "6",
    text: "DVLA, 20.00",
  });

  it("are said in both languages with their parts", () => {
    expect(problemWords(en, ragged)).toBe(
      "Has 7 cells instead of 6; values may stand in the wrong column: DVLA, 20.00",
    );
    expect(problemWords(zh, ragged)).toBe("有 7 格，应为 6 格，内容可能错列：DVLA, 20.00");
  });

  it("name delimiters and how sure a guess is", () => {
    const delimiter = problem("delimiter_unsure", { case: "rival", delimiter: ",", rival: "tab" });
    expect(problemWords(en, delimiter)).toBe(
      "Cells end with a comma; a tab would fit nearly as well.",
    );
    expect(problemWords(zh, delimiter)).toBe("按逗号分列，改用制表符也几乎同样合适。");
    const encoding = problem("encoding_unsure", {
      case: "guessed",
      encoding: "gb18030",
      sure: "0.62",
    });
    expect(problemWords(zh, encoding)).toContain("编码猜测为 gb18030（62%）");
  });

  it("say how many more there are of any kind", () => {
    expect(problemWords(en, problem("ragged", { case: "more", count: "734" }))).toBe(
      "734 more of this kind are not listed.",
    );
  });

  it("quote the engine where there are no words yet", () => {
    expect(problemWords(zh, problem("brand_new", { case: "odd" }))).toBe(
      "原文：The engine's sentence.",
    );
  });
});
