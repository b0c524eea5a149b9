import type { DocumentPage, EvidenceView } from "@/bindings/contract";

/** A place in a document where a result can be read. */
export type Evidence = EvidenceView & {
  /** From 1, as drawn beside the result and at the page's edge. */
  number: number;
};

/** A piece of a page: plain, or marked as evidence. */
export type Piece = { text: string; evidence: Evidence | null };

/** The places the engine found, numbered in the order of the outputs. */
export function evidenceOf(found: EvidenceView[]): Evidence[] {
  return found.map((one, at) => ({ ...one, number: at + 1 }));
}

/** A page's text, or a part of it, cut at its evidence; evidence inside other evidence is left out. */
export function piecesOf(
  page: DocumentPage,
  evidence: Evidence[],
  part: { start: number; length: number } = { start: 0, length: page.text.length },
): Piece[] {
  const end = part.start + part.length;
  const marks = evidence
    .filter((one) => one.page === page.page)
    .filter((one) => one.start >= part.start && one.start + one.quote.length <= end)
    .sort((a, b) => a.start - b.start || b.quote.length - a.quote.length);
  const pieces: Piece[] = [];
  let at = part.start;
  for (const mark of marks) {
    if (mark.start < at) continue;
    if (mark.start > at) pieces.push({ text: page.text.slice(at, mark.start), evidence: null });
    at = mark.start + mark.quote.length;
    pieces.push({ text: page.text.slice(mark.start, at), evidence: mark });
  }
  if (at < end) pieces.push({ text: page.text.slice(at, end), evidence: null });
  return pieces;
}
