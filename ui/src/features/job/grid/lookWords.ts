import type { TFunction } from "i18next";
import type { RowsLook } from "./useJobPages";

/** How the rows are looked at, in words; null: as they are in the list. */
export function lookWords(t: TFunction<"job">, look: RowsLook, columns: string[]): string | null {
  const { sort, filters } = look;
  const parts = filters.map(({ column, text }) =>
    t("rows.filtered", { column: columns[column] ?? "", text }),
  );
  if (sort) {
    const column = columns[sort.column] ?? "";
    parts.push(sort.descending ? t("rows.sortedDown", { column }) : t("rows.sortedUp", { column }));
  }
  return parts.length === 0 ? null : parts.join(t("comma"));
}
