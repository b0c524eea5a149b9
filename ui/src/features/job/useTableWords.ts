import { useTranslation } from "react-i18next";
import type { TableSummary } from "@/bindings/contract";

/** Says how a table was read: `600 rows. UTF-8, header in row 1.` */
export function useTableWords(): (table: TableSummary) => string {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  return (table) => {
    const rows = common("count.rows", { count: table.rows });
    const how = [
      table.sheet === null
        ? table.encoding?.toUpperCase()
        : t("table.sheet", { sheet: table.sheet }),
      table.kind === "files" || table.kind === "pasted"
        ? null
        : table.header_row === null
          ? t("table.noHeader")
          : t("table.header", { row: table.header_row }),
    ].filter((part) => part != null);
    const doubts = table.problems.length;
    const head = doubts > 0 ? t("table.rowsDoubts", { rows, count: doubts }) : rows;
    return how.length === 0
      ? t("table.said", { rows: head })
      : t("table.saidHow", { rows: head, how: how.join(t("comma")) });
  };
}
