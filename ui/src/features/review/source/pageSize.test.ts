import { describe, expect, it } from "vitest";
import { sizeOf, widthToDraw, zoomStep } from "./pageSize";

const A4 = { page: 1, text: "", width: 595, height: 842, parts: [] };

describe("the size of a page", () => {
  it("is that of paper for a PDF, that of its pixels for a photo, and lies down when it is turned", () => {
    expect(Math.round(sizeOf(A4, false, 0)?.width ?? 0)).toBe(793);
    expect(sizeOf(A4, true, 180)).toEqual({ width: 595, height: 842 });
    expect(sizeOf(A4, true, 90)).toEqual({ width: 842, height: 595 });
    expect(sizeOf({ ...A4, width: null, height: null }, false, 0)).toBeNull();
  });

  it("steps on from whatever the pane made of it, and ends at both ends", () => {
    expect([zoomStep(63, 1), zoomStep(63, -1)]).toEqual([75, 50]);
    expect([zoomStep(100.2, 1), zoomStep(99.8, -1)]).toEqual([125, 75]);
    expect([zoomStep(400, 1), zoomStep(25, -1)]).toEqual([null, null]);
  });

  it("is drawn in few widths, sharp on a dense screen", () => {
    expect(widthToDraw("fit", 793, 560, 1)).toBe(900);
    expect(widthToDraw("fit", 793, 560, 2)).toBe(1300);
    expect(widthToDraw(200, 793, 560, 1)).toBe(1900);
    expect(widthToDraw(400, 793, 560, 2)).toBe(3200);
  });
});
