import { useTranslation } from "react-i18next";
import type { FieldView } from "@/bindings/contract";
import classes from "./ListValue.module.css";
import { isNumberField } from "./fieldKinds";
import { ListWidths } from "./ListWidths";
import type { ListRecord } from "./records";

type Props = { field: FieldView; records: ListRecord[] };

/** The records of a list as a small table. */
export function ListValue({ field, records }: Props) {
  const { t } = useTranslation("review");
  if (records.length === 0) return <p className={classes.empty}>{t("result.empty")}</p>;
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={field.label}>
        <ListWidths fields={field.fields} />
        <thead>
          <tr>
            {field.fields.map((column) => (
              <th
                key={column.name}
                scope="col"
                data-number={isNumberField(column)}
                title={column.label}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            <tr key={at}>
              {field.fields.map((column) => (
                <td
                  key={column.name}
                  data-number={isNumberField(column)}
                  title={record[column.name] ?? ""}
                >
                  {record[column.name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
