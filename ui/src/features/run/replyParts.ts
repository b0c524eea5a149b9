import type { FieldView } from "@/bindings/contract";

/** A part of an answer: a field's label and what was said for it. */
export type ReplyPart = { label: string; text: string };

/**
 * An answer of the model for people: fields by their labels if it is an object of fields, none if it is plain text or
 * has not arrived whole.
 */
export function replyParts(reply: string, outputs: FieldView[]): ReplyPart[] | null {
  const parsed = parse(reply);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  const labels = new Map(outputs.map((field) => [field.name, field.label]));
  return Object.entries(parsed).map(([name, value]) => ({
    label: labels.get(name) ?? name,
    text: words(value),
  }));
}

function parse(reply: string): unknown {
  try {
    return JSON.parse(reply) as unknown;
  } catch {
    return null;
  }
}

function words(value: unknown): string {
  if (value === null || value === undefined) return "—";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(words).join("; ");
  if (typeof value === "object") {
    return Object.values(value)
      .map((part) => words(part))
      .join(", ");
  }
  return typeof value === "number" || typeof value === "boolean" ? value.toString() : "—";
}
