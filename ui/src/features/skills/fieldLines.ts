import type { FieldView } from "@/bindings/contract";

/** A field as a line of a table. */
export type FieldLine = { key: string; field: FieldView; depth: number };

/** Fields in order, those of a list under it. */
export function fieldLines(fields: FieldView[], depth = 0, path = ""): FieldLine[] {
  return fields.flatMap((field) => {
    const key = `${path}${field.name}`;
    return [{ key, field, depth }, ...fieldLines(field.fields, depth + 1, `${key}.`)];
  });
}
