import type { FieldView } from "@/bindings/contract";

/** True for values that stand at the right and need little room. */
export function isNumberField(field: Pick<FieldView, "kind">): boolean {
  return ["integer", "number", "money", "percent"].includes(field.kind);
}
