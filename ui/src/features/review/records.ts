import type { FieldView } from "@/bindings/contract";

/** One record of a list, its values as text by field. */
export type ListRecord = Record<string, string>;

/** The records of a list's value, each value as a person would type it. */
export function recordsOf(value: unknown): ListRecord[] {
  if (!Array.isArray(value)) return [];
  return value.map((record: unknown) =>
    typeof record === "object" && record !== null
      ? Object.fromEntries(Object.entries(record).map(([name, text]) => [name, typed(text)]))
      : {},
  );
}

/** Records of a draft; none if it is no list. */
export function readRecords(text: string): ListRecord[] {
  try {
    return recordsOf(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The list as the engine reads it: whole numbers and yes or no as such, everything else as text, nothing as null. */
export function writeRecords(fields: FieldView[], records: ListRecord[]): string {
  return JSON.stringify(
    records.map((record) =>
      Object.fromEntries(fields.map((field) => [field.name, canonical(field, record[field.name])])),
    ),
  );
}

function typed(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? value.toString() : JSON.stringify(value);
}

function canonical(field: FieldView, text = ""): string | number | boolean | null {
  const plain = text.trim();
  if (plain === "") return null;
  if (field.kind === "integer" && /^-?\d+$/.test(plain)) return Number(plain);
  if (field.kind === "yes_no" && /^(yes|no)$/i.test(plain)) return /^yes$/i.test(plain);
  return plain;
}
