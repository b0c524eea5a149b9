import { describe, expect, it } from "vitest";
import { createWords } from "@/words/words";
import en from "@/words/en/core.json";
import { coreWords } from "./coreWords";

const chinese = createWords("zh").t;
const english = createWords("en").t;

describe("the engine's sentences", () => {
  it("are said in Chinese with their parts, and parts of parts", () => {
    expect(coreWords(chinese, "the answer was empty")).toBe("回答是空的");
    expect(coreWords(chinese, "stampmill.toml line 3, key `inputs.a`: the field has no type")).toBe(
      "stampmill.toml 第 3 行，键“inputs.a”：字段没有类型",
    );
    expect(
      coreWords(
        chinese,
        "Value is `the field has no type`, which is not a whole number such as 12.",
      ),
    ).toBe("Value 是“the field has no type”，不符合要求：整数（例如 12）。");
  });

  it("keep what only the provider can say, and say that it is its own words", () => {
    expect(coreWords(chinese, "anthropic failed: Overloaded (529)")).toBe(
      "anthropic 出错：Overloaded (529)",
    );
    expect(coreWords(chinese, "Something nobody foresaw")).toBe("原文：Something nobody foresaw");
  });

  it("are themselves in English", () => {
    const filled = Object.entries(en).map(([key, text]) => {
      const parts = text.replace(/%\{(\w+)\}/g, (_, name: string) => SAMPLES[name] ?? `X${key}`);
      return [coreWords(english, parts), parts];
    });
    expect(filled.filter(([said, own]) => said !== own)).toEqual([]);
  });
});

const SAMPLES: Record<string, string> = {
  file: "stampmill.toml",
  line: "3",
  number: "3",
  provider: "anthropic",
  row: "3",
};
