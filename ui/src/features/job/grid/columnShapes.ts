import type { JobRow } from "@/bindings/contract";

const AMOUNT = /^[-−+(]?\s*[$€£¥]?\s*\d[\d.,'\s]*\)?\s*%?$/;
const LONGEST = 190;
const WIDEST = 420;
const SHORTEST = 68;

/** How a column is drawn. */
export type ColumnShape = {
  /** Width in px. */
  width: number;
  /** Width that would show nearly every cell whole; it is given where there is room. */
  wish: number;
  /** True if (almost) every cell that is filled is a number: it stands at the right. */
  number: boolean;
};

/** Widths and alignment from the first rows, so that they hold still while the rest comes. */
export function columnShapes(columns: string[], rows: JobRow[]): ColumnShape[] {
  return columns.map((name, index) => {
    const cells = rows.map((row) => row.cells[index] ?? "").filter((cell) => cell.trim() !== "");
    const lengths = cells.map(textWidth).sort((a, b) => a - b);
    const usual = lengths[Math.floor(lengths.length * 0.95)] ?? 0;
    const width = Math.max(usual, textWidth(name)) + 20;
    const numbers = cells.filter((cell) => AMOUNT.test(cell.trim())).length;
    const codes = cells.some((cell) => /^0\d/.test(cell.trim()));
    return {
      width: Math.round(Math.min(LONGEST, Math.max(SHORTEST, width))),
      wish: Math.round(Math.min(WIDEST, Math.max(SHORTEST, width))),
      number: cells.length > 0 && numbers / cells.length > 0.9 && !codes,
    };
  });
}

/**
 * Shapes for a frame: room that is left goes to the columns that wish for more, then to all but the numbers, so that
 * no hole stands between the last column and the result. Too many columns keep their width and scroll.
 */
export function fittedShapes(shapes: ColumnShape[], room: number): ColumnShape[] {
  let left = room - shapes.reduce((sum, shape) => sum + shape.width, 0);
  if (left <= 0) return shapes;
  const wished = shapes.reduce((sum, shape) => sum + shape.wish - shape.width, 0);
  const share = wished === 0 ? 0 : Math.min(1, left / wished);
  const grown = shapes.map((shape) => ({
    ...shape,
    width: shape.width + Math.floor((shape.wish - shape.width) * share),
  }));
  left = room - grown.reduce((sum, shape) => sum + shape.width, 0);
  const words = grown.filter((shape) => !shape.number).length;
  if (words === 0) return grown;
  return grown.map((shape) =>
    shape.number ? shape : { ...shape, width: shape.width + Math.floor(left / words) },
  );
}

/** About how wide 12 px text is: Han and other full-width characters count twice. */
function textWidth(text: string): number {
  let width = 0;
  // More than the widest column holds.
  for (const sign of text.slice(0, 200)) width += (sign.codePointAt(0) ?? 0) > 0x2e7f ? 12 : 6.4;
  return width;
}
