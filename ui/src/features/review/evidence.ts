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

/** A page cut at its evidence; evidence inside other evidence is left out. */
export function piecesOf(page: DocumentPage, evidence: Evidence[]): Piece[] {
  const marks = evidence
    .filter((one) => one.page === page.page)
    .sort((a, b) => a.start - b.start || b.quote.length - a.quote.length);
  const pieces: Piece[] = [];
  let at = 0;
  for (const mark of marks) {
    if (mark.start < at) continue;
    if (mark.start > at) pieces.push({ text: page.text.slice(at, mark.start), evidence: null });
    at = mark.start + mark.quote.length;
    pieces.push({ text: page.text.slice(mark.start, at), evidence: mark });
  }
  if (at < page.text.length) pieces.push({ text: page.text.slice(at), evidence: null });
  return pieces;
}
