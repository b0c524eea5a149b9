import type { JobRow } from "@/bindings/contract";

const AMOUNT = /^[-−+(]?\s*[$€£¥]?\s*\d[\d.,'\s]*\)?\s*%?$/;
const LONGEST = 190;
const SHORTEST = 68;

/** How a column is drawn. */
export type ColumnShape = {
  /** Width in px. */
  width: number;
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
      number: cells.length > 0 && numbers / cells.length > 0.9 && !codes,
    };
  });
}

/** About how wide 12 px text is: Han and other full-width characters count twice. */
function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += (sign.codePointAt(0) ?? 0) > 0x2e7f ? 12 : 6.4;
  return width;
}
