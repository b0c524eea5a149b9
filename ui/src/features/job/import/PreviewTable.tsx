import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LongText } from "./LongText";
import { beginning, isLong } from "@/lib/longText";
import classes from "./PreviewTable.module.css";

type Props = { columns: string[]; rows: string[][] };

/** Columns that are drawn at once. */
const COLUMNS = 60;

/** The first rows as they are read, under the names the columns will have. Long cells show their beginning. */
export function PreviewTable({ columns, rows }: Props) {
  const { t } = useTranslation("job");
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<{ title: string; text: string } | null>(null);
  const shown = all ? columns : columns.slice(0, COLUMNS);
  const more = columns.length - shown.length;
  const words = (title: string, text: string) =>
    isLong(text) ? (
      <button
        type="button"
        className={classes.long}
        aria-label={t("import.openCell", { column: beginning(title), text: beginning(text) })}
        onClick={() => setOpen({ title, text })}
      >
        <span className={classes.begin}>{beginning(text)}</span>
        <span className={classes.size}>{t("import.letters", { count: text.length })}</span>
      </button>
    ) : (
      text
    );
  return (
    <>
      {/* Wide tables scroll; the frame takes the focus so that arrows can. */}
      <div
        className={classes.frame}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t("import.firstRows")}
      >
        <table className={classes.table} aria-label={t("import.firstRows")}>
          <thead>
            <tr>
              {shown.map((column, index) => (
                <th key={index} scope="col" dir="auto" title={beginning(column)}>
                  {words(column, column)}
                </th>
              ))}
              {more > 0 && (
                <th scope="col">
                  <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
                    {t("import.moreColumns", { count: more })}
                  </Button>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {shown.map((column, at) => (
                  <td key={at} dir="auto" title={beginning(row[at] ?? "")}>
                    {words(column, row[at] ?? "")}
                  </td>
                ))}
                {more > 0 && <td />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open && <LongText {...open} onClose={() => setOpen(null)} />}
    </>
  );
}
