import type { FieldView, TaskRow } from "@/bindings/contract";

/** What a person would type for a result as it is, by output. */
export function draftOf(outputs: FieldView[], row: TaskRow): Record<string, string> {
  return Object.fromEntries(
    outputs.map((field, at) => [field.name, typed(field, row, row.shown[at] ?? "")]),
  );
}

/** The fields whose text differs from before. */
export function changedFields(
  before: Record<string, string>,
  draft: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, text]) => text.trim() !== (before[name] ?? "").trim()),
  );
}

/** The results as they are shown until the host has read what was typed. */
export function shownAfter(
  outputs: FieldView[],
  row: TaskRow,
  changed: Record<string, string>,
): string[] {
  return outputs.map((field, at) => changed[field.name]?.trim() ?? row.shown[at] ?? "");
}

/** The engine reads lists as JSON and choices with a stroke between them; everything else as it is shown. */
function typed(field: FieldView, row: TaskRow, shown: string): string {
  const value = row.output?.[field.name];
  if (field.kind === "list") return JSON.stringify(Array.isArray(value) ? value : []);
  if (field.kind === "choices" && Array.isArray(value)) return value.map(String).join(" | ");
  if (field.kind === "yes_no" && typeof value === "boolean") return value ? "yes" : "no";
  return shown;
}
