import { describe, expect, it } from "vitest";
import { markedParts } from "./foundMarks";

const shown = (text: string, wanted: string) =>
  markedParts(text, wanted)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join("");

describe("marks of what was found", () => {
  it("stand on every place of the text, whatever its case and width", () => {
    expect(shown("Oyster, OYSTER bus", "oyster")).toBe("[Oyster], [OYSTER] bus");
    expect(shown("ＯＹＳＴＥＲ bus", "oyster")).toBe("[ＯＹＳＴＥＲ] bus");
    expect(shown("报销单", "报销")).toBe("[报销]单");
  });

  it("stand on the whole cell where letters change their number", () => {
    expect(shown("ﬁne oyster", "oyster")).toBe("[ﬁne oyster]");
  });

  it("stand nowhere if the text is not there or nothing is looked for", () => {
    expect(shown("Oyster", "bus")).toBe("Oyster");
    expect(shown("Oyster", " ")).toBe("Oyster");
  });
});
