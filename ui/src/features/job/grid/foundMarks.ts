/** What is being looked for in the grid, and the cell that was found last. */
export type Marks = {
  /** The text, as it was typed; empty: nothing is looked for. */
  text: string;
  /** Row by its place in the view, and column of the list; null: none. */
  here: { row: number; column: number } | null;
};

/** Where cells read the marks while the grid draws them, outside React. */
export type DrawnMarks = {
  read: () => Marks;
  /** False if they are those that are drawn already. */
  write: (marks: Marks) => boolean;
};

/** Begins without a mark. */
export function createMarks(): DrawnMarks {
  let drawn: Marks = { text: "", here: null };
  return {
    read: () => drawn,
    write: (marks) => {
      const same = marks.text === drawn.text && marks.here === drawn.here;
      drawn = marks;
      return !same;
    },
  };
}

/** A stretch of a cell's text, and whether it is what was looked for. */
export type TextPart = { text: string; hit: boolean };

/**
 * A cell's text cut at what was looked for, case, width and space aside, as the host finds it. Where a letter changes its
 * length by that (ß, ﬁ), the places are not known, and the whole cell is the hit.
 */
export function markedParts(text: string, wanted: string): TextPart[] {
  const needle = folded(wanted).trim();
  const plain = folded(text);
  if (needle === "" || !plain.includes(needle)) return [{ text, hit: false }];
  if (plain.length !== text.length) return [{ text, hit: true }];
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = plain.indexOf(needle); at >= 0; at = plain.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), hit: false });
    from = at + needle.length;
    parts.push({ text: text.slice(at, from), hit: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), hit: false });
  return parts;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
