import type { FacetPick, ReviewFilter, ReviewOrder, TaskFilter } from "@/bindings/contract";

/** Which rows a person looks at, and in which order. */
export type Sight = {
  show: TaskFilter;
  search: string;
  picks: FacetPick[];
  order: ReviewOrder;
};

/** The part of a sight that says which rows. */
export function filterOf({ show, search, picks }: Sight): ReviewFilter {
  return { show, search, picks };
}

/** True if a value is picked. */
export function isPicked(picks: FacetPick[], facet: string, value: string): boolean {
  return picks.some((pick) => pick.facet === facet && pick.values.includes(value));
}

/** The picks with one value picked, or not picked any more. */
export function togglePick(picks: FacetPick[], facet: string, value: string): FacetPick[] {
  const mine = picks.find((pick) => pick.facet === facet)?.values ?? [];
  const values = mine.includes(value) ? mine.filter((one) => one !== value) : [...mine, value];
  const others = picks.filter((pick) => pick.facet !== facet);
  return values.length === 0 ? others : [...others, { facet, values }];
}

/** The picks narrowed to others: of a facet in both, the new values hold. */
export function withPicks(picks: FacetPick[], more: FacetPick[]): FacetPick[] {
  const named = new Set(more.map((pick) => pick.facet));
  return [...picks.filter((pick) => !named.has(pick.facet)), ...more];
}
