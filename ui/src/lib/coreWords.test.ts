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

  it("say in Chinese what each check of a skill found, word for word as the engine tells it", () => {
    const found = [
      ["Number is missing.", "缺少 Number。"],
      ["Sure is `1.2`, expected is between 0 and 1.", "Sure 是“1.2”，应为：0 到 1 之间。"],
      [
        "Cost centre is `ab1`, expected is text that matches ^[A-Z]{2}[0-9]{4}$.",
        "Cost centre 是“ab1”，应为：符合 ^[A-Z]{2}[0-9]{4}$ 的文字。",
      ],
      [
        "Net is 42.60, but Lines Amount add up to 42.50.",
        "Net 是 42.60，但 Lines Amount 合计为 42.50。",
      ],
      [
        "Supplier is `Bramble Finch`, expected is a value that stands in references/vendors.csv.",
        "Supplier 是“Bramble Finch”，应为：references/vendors.csv 中列出的值。",
      ],
      [
        "Total is `15.00`, expected is a value that occurs in the source.",
        "Total 是“15.00”，应为：在原件中出现的值。",
      ],
      [
        "Account: openai/gpt-story, asked without seeing the answer, says `Travel` instead of `Food`.",
        "Account：openai/gpt-story 在看不到该回答的情况下得出“Travel”，而不是“Food”。",
      ],
      [
        "Account could not be checked by openai/gpt-story: the document was read in parts.",
        "openai/gpt-story 未能核对 Account：文件是分段读取的。",
      ],
    ];
    expect(found.map(([sentence]) => coreWords(chinese, sentence ?? ""))).toEqual(
      found.map(([, said]) => said),
    );
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
