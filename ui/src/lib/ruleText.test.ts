import { describe, expect, it } from "vitest";
import { createWords } from "@/words/words";
import { outcomeText, ruleText } from "./ruleText";

describe("a rule as text", () => {
  const cells = [
    { label: "Creditor", cell: "one of TESCO|ASDA" },
    { label: "JV Value", cell: "between 10 and 29.99" },
  ];
  it("is in the person's language", () => {
    const words = createWords("zh");
    const say = words.getFixedT("zh", "rules");
    expect(ruleText(say, cells)).toBe(
      "Creditor 是其中之一 “TESCO”、“ASDA” 且 JV Value 介于 10 和 29.99",
    );
    expect(ruleText(say, [])).toBe("总是");
    expect(outcomeText(say, "ask me")).toBe("问我");
  });
});
