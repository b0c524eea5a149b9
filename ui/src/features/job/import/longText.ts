/** Letters of a cell that a table draws; the whole text is a press away. */
const MOST_SHOWN = 160;

/** Letters and lines of a part of a long text. */
const PART_LETTERS = 8000;
const PART_LINES = 200;

/** A cell's text as one line of a table shows it: its beginning, without line breaks. */
export function beginning(text: string): string {
  const part = text.slice(0, MOST_SHOWN);
  // Not in the middle of a character of two halves.
  const whole = /[\uD800-\uDBFF]$/.test(part) ? part.slice(0, -1) : part;
  return whole.length < text.length ? `${whole}…` : whole;
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
  // A line that is longer than a part is cut, though not in the middle of a character of two halves.
  if (at === from) return /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return at;
}
