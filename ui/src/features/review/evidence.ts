import type { DocumentPage, FieldView } from "@/bindings/contract";

/** A place in a document where a result can be read. */
export type Evidence = {
  /** From 1, as drawn beside the result and at the page's edge. */
  number: number;
  /** The output's name. */
  field: string;
  page: number;
  start: number;
  end: number;
};

/** A piece of a page: plain, or marked as evidence. */
export type Piece = { text: string; evidence: Evidence | null };

const SHORTEST = 2;
const LONGEST = 120;

/** The first place of each result in the document, numbered in the order of the outputs. */
export function evidenceOf(
  outputs: FieldView[],
  shown: string[],
  pages: DocumentPage[],
): Evidence[] {
  const found: Evidence[] = [];
  for (const [at, field] of outputs.entries()) {
    const pattern = patternOf(field, (shown[at] ?? "").trim());
    if (pattern === null) continue;
    for (const page of pages) {
      const match = pattern.exec(page.text);
      if (match === null) continue;
      const { index } = match;
      found.push({
        number: found.length + 1,
        field: field.name,
        page: page.page,
        start: index,
        end: index + match[0].length,
      });
      break;
    }
  }
  return found;
}

/** A page cut at its evidence; evidence inside other evidence is left out. */
export function piecesOf(page: DocumentPage, evidence: Evidence[]): Piece[] {
  const marks = evidence
    .filter((one) => one.page === page.page)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: Piece[] = [];
  let at = 0;
  for (const mark of marks) {
    if (mark.start < at) continue;
    if (mark.start > at) pieces.push({ text: page.text.slice(at, mark.start), evidence: null });
    pieces.push({ text: page.text.slice(mark.start, mark.end), evidence: mark });
    at = mark.end;
  }
  if (at < page.text.length) pieces.push({ text: page.text.slice(at), evidence: null });
  return pieces;
}

/** What to look for; none for kinds and texts that cannot be told from chance. */
function patternOf(field: FieldView, text: string): RegExp | null {
  if (text.length < SHORTEST || text.length > LONGEST) return null;
  switch (field.kind) {
    case "integer":
    case "number":
    case "money":
      return amountPattern(text);
    case "date":
      return datePattern(text);
    case "text":
    case "choice":
      return wordPattern(text);
    default:
      return null;
  }
}

/** `1204.5` also stands as `1,204.50`, `1 204,50` or `1.204,50`. */
function amountPattern(text: string): RegExp | null {
  const match = /^[-−]?([\d,]+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const whole = (match[1] ?? "").replaceAll(",", "");
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, "[,.'’\\s]?");
  const decimals = fraction === "" ? "(?:[.,]0+)?" : `[.,]${fraction}0*`;
  return new RegExp(`(?<![\\d.,])${grouped}${decimals}(?!\\d|[.,]\\d)`);
}

/** `2015-03-02` also stands as `02/03/2015`, `2.3.2015`, `2 March 2015` or `2015年3月2日`. */
function datePattern(text: string): RegExp | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return wordPattern(text);
  const [, year = "", month = "", day = ""] = match;
  const [m, d] = [Number(month), Number(day)];
  const name = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" })
    .format(Date.UTC(Number(year), m - 1, 1))
    .slice(0, 3);
  return new RegExp(
    [
      text,
      `0?${d}[/.-]0?${m}[/.-]${year}`,
      `0?${m}[/.-]0?${d}[/.-]${year}`,
      `0?${d}\\.? ${name}[a-z.]*,? ${year}`,
      `${name}[a-z.]* 0?${d},? ${year}`,
      `${year} ?年 ?0?${m} ?月 ?0?${d} ?日`,
      `${year}[/.]0?${m}[/.]0?${d}`,
    ].join("|"),
    "i",
  );
}

/** Words as they are, whatever space is between them. */
function wordPattern(text: string): RegExp {
  const escaped = text
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\s+");
  return new RegExp(escaped, "i");
}
