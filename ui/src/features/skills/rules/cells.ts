import type { Condition } from "@/lib/conditions";

/** Every condition a menu offers, in its order. */
export const OPS = [
  "any",
  "is",
  "isNot",
  "contains",
  "startsWith",
  "endsWith",
  "oneOf",
  "between",
  "more",
  "less",
  "atLeast",
  "atMost",
  "matches",
  "empty",
  "notEmpty",
] as const;

/** A condition a menu offers, or a cell that is none. */
export type Op = (typeof OPS)[number] | "text";

const WORDS: Partial<Record<Op, string>> = {
  is: "is",
  isNot: "is not",
  contains: "contains",
  startsWith: "starts with",
  endsWith: "ends with",
  matches: "matches",
  more: ">",
  less: "<",
  atLeast: ">=",
  atMost: "<=",
};

/** The menu entry of a condition that was read from a cell. */
export function opOf(condition: Condition): Op {
  return condition.op === "askModel" || condition.op === "askMe" ? "text" : condition.op;
}

/** The values of a condition, as the fields beside the menu hold them. */
export function valuesOf(condition: Condition): [string, string] {
  switch (condition.op) {
    case "between":
      return [condition.least, condition.most];
    case "oneOf":
      return [condition.values.join(" | "), ""];
    case "any":
    case "empty":
    case "notEmpty":
    case "askModel":
    case "askMe":
      return ["", ""];
    default:
      return [condition.value, ""];
  }
}

/** How many values a condition takes. */
export function valueCount(op: Op): 0 | 1 | 2 {
  if (op === "any" || op === "empty" || op === "notEmpty") return 0;
  return op === "between" ? 2 : 1;
}

/** A condition as a cell of the table. One whose value is not typed yet is written without it, which is a fault. */
export function writeCell(op: Op, first: string, second: string): string {
  const value = first.trim();
  switch (op) {
    case "any":
      return "";
    case "empty":
      return "is empty";
    case "notEmpty":
      return "is not empty";
    case "text":
      return value;
    case "between":
      return `between ${value} and ${second.trim()}`.trim();
    case "oneOf": {
      const values = value.split("|").map((one) => one.trim());
      return `one of ${values.filter((one) => one !== "").join("|")}`.trim();
    }
    default:
      return `${WORDS[op] ?? ""} ${value}`.trim();
  }
}
