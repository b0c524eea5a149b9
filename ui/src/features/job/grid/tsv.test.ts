import { describe, expect, it } from "vitest";
import { parseTsv, quoteCell } from "./tsv";

describe("cells on the clipboard", () => {
  it("reads rows and cells, and takes the last line break for no row", () => {
    expect(parseTsv("A\tB\r\nC\tD\r\n")).toEqual([
      ["A", "B"],
      ["C", "D"],
    ]);
  });

  it("keeps line breaks, tabs and quotation marks inside a quoted cell", () => {
    expect(parseTsv('"one\ntwo"\t"say ""hi"""\t"a\tb"')).toEqual([
      ["one\ntwo", 'say "hi"', "a\tb"],
    ]);
  });

  it("leaves a quotation mark alone that quotes nothing", () => {
    expect(parseTsv('12" pipe\t"open')).toEqual([['12" pipe', '"open']]);
  });

  it("keeps blank cells and blank rows", () => {
    expect(parseTsv("A\t\t\n\nB")).toEqual([["A", "", ""], [""], ["B"]]);
  });

  it("reads back what it wrote", () => {
    const cells = ["plain", "two\nlines", '"quoted"', "a\tb", ""];
    expect(parseTsv(cells.map(quoteCell).join("\t"))).toEqual([cells]);
  });
});
