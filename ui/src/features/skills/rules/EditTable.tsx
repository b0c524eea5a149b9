import { useTranslation } from "react-i18next";
import type { RulesTrialView, RulesView, SheetColumnView } from "@/bindings/contract";
import { EditRow } from "./EditRow";
import type { Edit, Sheet } from "./sheet";
import classes from "./Editor.module.css";

type Props = {
  view: RulesView;
  sheet: Sheet;
  trial: RulesTrialView | undefined;
  /** The row whose first field takes the focus when it appears. */
  focusRow: number | null;
  onEdit: (edit: Edit) => void;
};

/** The rules in fields, one row each. */
export function EditTable({ view, sheet, trial, focusRow, onEdit }: Props) {
  const { t } = useTranslation("rules");
  const { t: skills } = useTranslation("skills");
  const head = (column: SheetColumnView) => {
    const fields = column.part === "if" ? view.inputs : view.outputs;
    const label = fields.find((field) => field.name === column.field)?.label;
    if (column.part === "note") return t("edit.noteHead");
    if (label === undefined) return t("edit.unknownColumn", { title: column.title });
    return column.part === "then" ? skills("rule.then", { label }) : label;
  };
  // The engine numbers the rules that are not blank.
  const blank = (cells: string[]) => cells.every((cell) => cell.trim() === "");
  const numbers = sheet.rows.map(
    (_, at) => sheet.rows.slice(0, at + 1).filter((row) => !blank(row.cells)).length,
  );
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t("edit.label")}>
        <thead>
          <tr>
            <th className={classes.narrow}>{t("edit.rule")}</th>
            <th className={classes.narrow}>{t("edit.move")}</th>
            <th className={classes.narrow}>{t("edit.does")}</th>
            {sheet.columns.map((column, at) => (
              <th key={`${column.part} ${column.field} ${at}`}>{head(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row, at) => (
            <EditRow
              key={row.id}
              row={row}
              at={at}
              last={at === sheet.rows.length - 1}
              columns={sheet.columns}
              heads={sheet.columns.map(head)}
              view={view}
              fault={trial?.faults.find((fault) => fault.row === at)}
              use={blank(row.cells) ? undefined : trial?.uses[(numbers[at] ?? 1) - 1]}
              ran={trial?.run != null}
              focus={focusRow === at}
              onEdit={onEdit}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
