/** Letters of a cell that a table draws; the whole text is a press away. */
const MOST_SHOWN = 160;

/** Marks that one letter carries at most; with more it may be cut. */
const MOST_MARKS = 32;

/** Letters and lines of a part of a long text. */
const PART_LETTERS = 8000;
const PART_LINES = 200;

/** A cell's text as one line of a table shows it: its beginning. */
export function beginning(text: string, most = MOST_SHOWN): string {
  return text.length <= most ? text : `${text.slice(0, placeBefore(text, most))}…`;
}

/** True if a table cannot show all of it in one line. */
export function isLong(text: string): boolean {
  return text.length > MOST_SHOWN || /[\r\n]/.test(text);
}

/** A long text cut into parts that can be drawn one by one; joined they are the text to the letter. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = endOfPart(text, from);
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/** Where a part that begins at `from` ends: after so many lines, or so many letters. */
function endOfPart(text: string, from: number): number {
  const most = Math.min(text.length, from + PART_LETTERS);
  let at = from;
  for (let line = 0; line < PART_LINES; line += 1) {
    const next = text.indexOf("\n", at);
    if (next < 0 || next >= most) break;
    at = next + 1;
    if (line === PART_LINES - 1) return at;
  }
  if (most === text.length) return most;
  // A line that is longer than a part is cut.
  return at === from ? placeBefore(text, most) : at;
}

/** Where a text can be cut, at `place` or a little before: not inside a character of two halves, nor before its marks. */
function placeBefore(text: string, place: number): number {
  for (let at = place; at > place - MOST_MARKS; at -= 1) {
    const next = text.codePointAt(at);
    const half = /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
    if (!half && (next === undefined || !/[\p{M}\u200d]/u.test(String.fromCodePoint(next))))
      return at;
  }
  return place;
}
