import { describe, expect, it } from "vitest";
import { jobRow } from "@/testing/fixtures/rows";
import { columnShapes, fittedShapes } from "./columnShapes";

function rows(cells: string[]) {
  return cells.map((cell) => ({ ...jobRow(0), cells: [cell] }));
}

describe("shapes of columns", () => {
  it("stand amounts at the right and words at the left", () => {
    const [amount] = columnShapes(["JV Value"], rows(["86.11", "-1,204.50", "(25.97)", "£30", ""]));
    const [word] = columnShapes(["Creditor"], rows(["ASDA", "12 Acres"]));
    expect(amount?.number).toBe(true);
    expect(word?.number).toBe(false);
  });

  it("leave codes with zeros in front at the left", () => {
    expect(columnShapes(["科目"], rows(["00123", "00456"]))[0]?.number).toBe(false);
  });

  it("are wide enough for the name, and never endless", () => {
    const [short] = columnShapes(["Transaction Date"], rows(["x"]));
    const [long] = columnShapes(["Note"], rows(["word ".repeat(80)]));
    expect(short?.width).toBeGreaterThan(110);
    expect(long?.width).toBe(190);
  });

  it("share what room is left, first where text is cut, never between numbers", () => {
    const shapes = [
      { width: 100, wish: 100, number: false },
      { width: 190, wish: 240, number: false },
      { width: 70, wish: 70, number: true },
    ];
    expect(fittedShapes(shapes, 385).map((shape) => shape.width)).toEqual([100, 215, 70]);
    expect(fittedShapes(shapes, 510).map((shape) => shape.width)).toEqual([150, 290, 70]);
    expect(fittedShapes(shapes, 300)).toBe(shapes);
  });
});
