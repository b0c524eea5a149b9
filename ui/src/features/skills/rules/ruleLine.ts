import type { TFunction } from "i18next";
import type { RulesView } from "@/bindings/contract";
import { outcomeText, ruleText } from "@/lib/ruleText";

type Part = { field: string; label: string; cell: string };

/** The filled cells of one part of a rule, each with the label of its field. */
export function partsOf(table: RulesView, cells: string[], part: "if" | "then"): Part[] {
  const fields = [...table.inputs, ...table.outputs];
  return table.columns.flatMap((column, at) => {
    const cell = cells[at] ?? "";
    if (column.part !== part || cell === "") return [];
    const field = fields.find((one) => one.name === column.field);
    return [{ field: `${column.field} ${at}`, label: field?.label ?? column.title, cell }];
  });
}

/** A rule as one line of text in the person's language. */
export function ruleLine(t: TFunction<"rules">, table: RulesView, cells: string[]): string {
  if (cells.length === 0) return "";
  const then = partsOf(table, cells, "then").map(({ cell }) => outcomeText(t, cell));
  return `${ruleText(t, partsOf(table, cells, "if"))} → ${then.join(", ")}`;
}
