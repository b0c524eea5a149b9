/** A cell of a rules table, taken apart. */
export type Condition =
  | { op: "any" | "empty" | "notEmpty" | "askModel" | "askMe" }
  | { op: "is" | "isNot" | "contains" | "startsWith" | "endsWith" | "matches"; value: string }
  | { op: "more" | "less" | "atLeast" | "atMost"; value: string }
  | { op: "oneOf"; values: string[] }
  | { op: "between"; least: string; most: string }
  | { op: "text"; value: string };

const WORDS = [
  [/^is not\s+(.+)$/is, "isNot"],
  [/^is\s+(.+)$/is, "is"],
  [/^contains\s+(.+)$/is, "contains"],
  [/^starts with\s+(.+)$/is, "startsWith"],
  [/^ends with\s+(.+)$/is, "endsWith"],
  [/^matches\s+(.+)$/is, "matches"],
  [/^>=\s*(.+)$/s, "atLeast"],
  [/^<=\s*(.+)$/s, "atMost"],
  [/^>\s*(.+)$/s, "more"],
  [/^<\s*(.+)$/s, "less"],
] as const;

/** Reads a condition cell as the engine does, for showing only. What it does not know stays text. */
export function readCondition(cell: string): Condition {
  const text = cell.trim();
  if (text === "" || /^(\*|-|any)$/i.test(text)) return { op: "any" };
  if (/^is empty$/i.test(text)) return { op: "empty" };
  if (/^is not empty$/i.test(text)) return { op: "notEmpty" };
  const between = /^between\s+(.+?)\s+and\s+(.+)$/is.exec(text);
  if (between) return { op: "between", least: between[1] ?? "", most: between[2] ?? "" };
  const oneOf = /^one of\s+(.+)$/is.exec(text);
  if (oneOf)
    return { op: "oneOf", values: (oneOf[1] ?? "").split("|").map((value) => value.trim()) };
  for (const [pattern, op] of WORDS) {
    const match = pattern.exec(text);
    if (match) return { op, value: match[1] ?? "" };
  }
  return { op: "text", value: text };
}

/** Reads an outcome cell: a value, or whom to ask. */
export function readOutcome(cell: string): Condition {
  const text = cell.trim();
  if (/^ask the model$/i.test(text)) return { op: "askModel" };
  if (/^ask me$/i.test(text)) return { op: "askMe" };
  return { op: "text", value: text };
}
