import type { SuggestionView } from "@/bindings/contract";

/** By what suggestions are put together. */
export type GroupBy = "outcome" | "field" | "none";

/** Suggestions that have something in common. */
export type SuggestionGroup = { key: string; name: string; rules: SuggestionView[] };

/** A line of the list: the head of a group, or a suggestion with the name of its group. */
export type Line =
  | { kind: "group"; key: string; group: SuggestionGroup }
  | { kind: "rule"; key: string; rule: SuggestionView; group: SuggestionGroup };

/** The suggestions in groups, in the order in which the best of each comes. */
export function groupsOf(rules: SuggestionView[], by: GroupBy): SuggestionGroup[] {
  const groups = new Map<string, SuggestionGroup>();
  for (const rule of rules) {
    const name = nameOf(rule, by);
    const group = groups.get(name);
    if (group) group.rules.push(rule);
    else groups.set(name, { key: `group ${name}`, name, rules: [rule] });
  }
  return [...groups.values()];
}

/** The list as it is shown; without groups, the suggestions alone. */
export function linesOf(groups: SuggestionGroup[], by: GroupBy): Line[] {
  return groups.flatMap((group) => [
    ...(by === "none" ? [] : [{ kind: "group" as const, key: group.key, group }]),
    ...group.rules.map((rule) => ({ kind: "rule" as const, key: rule.key, rule, group })),
  ]);
}

function nameOf(rule: SuggestionView, by: GroupBy): string {
  if (by === "none") return "";
  const cells = by === "outcome" ? rule.then : rule.conditions;
  return cells.map((cell) => (by === "outcome" ? cell.cell : cell.label)).join(", ");
}
