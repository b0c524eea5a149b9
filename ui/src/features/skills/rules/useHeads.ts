import { useTranslation } from "react-i18next";
import type { RulesView, SheetColumnView } from "@/bindings/contract";

/** The heads of a table's columns, in words. */
export function useHeads(view: RulesView, columns: SheetColumnView[]): string[] {
  const { t } = useTranslation("rules");
  const { t: skills } = useTranslation("skills");
  return columns.map((column) => {
    const fields = column.part === "if" ? view.inputs : view.outputs;
    const label = fields.find((field) => field.name === column.field)?.label;
    if (column.part === "note") return t("edit.noteHead");
    if (label === undefined) return t("edit.unknownColumn", { title: column.title });
    return column.part === "then" ? skills("rule.then", { label }) : label;
  });
}
