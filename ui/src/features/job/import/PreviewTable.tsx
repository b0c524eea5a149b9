import { useTranslation } from "react-i18next";
import classes from "./PreviewTable.module.css";

type Props = { columns: string[]; rows: string[][] };

/** The first rows as they are read, under the names the columns will have. */
export function PreviewTable({ columns, rows }: Props) {
  const { t } = useTranslation("job");
  return (
    // Wide tables scroll; the frame takes the focus so that arrows can.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.frame} tabIndex={0} role="region" aria-label={t("import.firstRows")}>
      <table className={classes.table} aria-label={t("import.firstRows")}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={`${column} ${index}`} scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column, at) => (
                <td key={`${column} ${at}`} title={row[at]}>
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
