import type { DocumentPage, MarkView, PagePicture } from "@/bindings/contract";

/** Letters of the drawn page are this high and wide, lines this far apart, in points. */
const LETTER = { height: 14, width: 7.2, line: 20 };
const LEFT = 60;
const TOP = 80;

type Place = { start: number; length: number };

/** Draws a page of text in letters of one width, so that every place on it is known. */
export function drawPage(page: DocumentPage, places: Place[], width: number): PagePicture {
  const paper = { width: page.width ?? 595, height: page.height ?? 842 };
  const lines = page.text
    .split("\n")
    .map(
      (line, at) =>
        `<text x="${LEFT}" y="${TOP + at * LETTER.line}" textLength="${line.length * LETTER.width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escaped(line)}</text>`,
    );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${paper.width} ${paper.height}" font-family="monospace" font-size="12"><rect width="100%" height="100%" fill="white"/>${lines.join("")}</svg>`;
  return {
    page: page.page,
    width,
    height: Math.round((width * paper.height) / paper.width),
    media_type: "image/svg+xml",
    data: btoa(String.fromCharCode(...new TextEncoder().encode(svg))),
    marks: places.map((place) => [boxOf(page.text, place, paper)]),
  };
}

function boxOf(
  text: string,
  { start, length }: Place,
  paper: { width: number; height: number },
): MarkView {
  const before = text.slice(0, start).split("\n");
  const column = before.at(-1)?.length ?? 0;
  return {
    left: (LEFT + column * LETTER.width) / paper.width,
    top: (TOP + (before.length - 1) * LETTER.line - LETTER.height + 3) / paper.height,
    width: (length * LETTER.width) / paper.width,
    height: LETTER.height / paper.height,
  };
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
