import { describe, expect, it } from "vitest";
import { pastedCells } from "./pastedCells";
import { rowsBelow } from "./rowsBelow";

const at = (x: number, y: number, x1 = x, y1 = y) => ({ x, y, x1, y1 });

describe("pasted cells", () => {
  it("go below the last row where rows can be added, and make whole rows there", () => {
    const block = [["A", "1"], ["B", "2"], ["C"]];
    const pasted = pastedCells(block, { range: at(1, 9), places: [0, 2, 3], rows: Infinity });
    expect(pasted).toMatchObject({ rowsCutOff: 0, columnsCutOff: 0, range: at(1, 9, 2, 11) });
    expect(rowsBelow(pasted.cells, 10, 4).map((row) => [row.position, ...row.cells])).toEqual([
      [10, "", "", "B", "2"],
      [11, "", "", "C", ""],
    ]);
  });

  it("are cut off, and counted, where no row or column is left", () => {
    const block = [
      ["A", "1", "x"],
      ["B", "2", "y"],
    ];
    const pasted = pastedCells(block, { range: at(1, 9), places: [0, 1, 2], rows: 10 });
    expect(pasted.cells).toEqual([
      { index: 9, column: 1, text: "A" },
      { index: 9, column: 2, text: "1" },
    ]);
    expect(pasted).toMatchObject({ rowsCutOff: 1, columnsCutOff: 1 });
  });

  it("fill all chosen cells if there is one, and leave results alone", () => {
    const pasted = pastedCells([["A"]], {
      range: at(0, 3, 1, 4),
      places: [5, null],
      rows: 10,
    });
    expect(pasted.cells).toEqual([
      { index: 3, column: 5, text: "A" },
      { index: 4, column: 5, text: "A" },
    ]);
  });
});
