import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { FieldView } from "@/bindings/contract";
import { onEnter } from "@/lib/composing";
import classes from "./ListEditor.module.css";
import { isNumberField } from "./fieldKinds";
import { ListWidths } from "./ListWidths";
import { readRecords, writeRecords, type ListRecord } from "./records";

type Props = {
  field: FieldView;
  text: string;
  onChange: (text: string) => void;
  onSave: () => void;
};

/** The records of a list to correct: a small table of fields, lines can be added and removed. */
export function ListEditor({ field, text, onChange, onSave }: Props) {
  const { t } = useTranslation("review");
  const records = readRecords(text);
  const write = (next: ListRecord[]) => onChange(writeRecords(field.fields, next));
  const set = (at: number, name: string, value: string) =>
    write(records.map((record, line) => (line === at ? { ...record, [name]: value } : record)));
  return (
    <div className={classes.editor}>
      <table className={classes.table} aria-label={field.label}>
        <ListWidths fields={field.fields} end={28} />
        <thead>
          <tr>
            {field.fields.map((column) => (
              <th
                key={column.name}
                scope="col"
                title={column.label}
                data-number={isNumberField(column)}
              >
                {column.label}
              </th>
            ))}
            <th className={classes.last} aria-hidden />
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            <tr key={at}>
              {field.fields.map((column) => (
                <td key={column.name}>
                  <input
                    className={classes.input}
                    data-number={isNumberField(column)}
                    aria-label={`${column.label} ${at + 1}`}
                    value={record[column.name] ?? ""}
                    onChange={(event) => set(at, column.name, event.currentTarget.value)}
                    onKeyDown={onEnter(onSave)}
                  />
                </td>
              ))}
              <td className={classes.last}>
                <ActionIcon
                  size={24}
                  aria-label={t("result.removeLine", { line: at + 1 })}
                  onClick={() => write(records.filter((_, line) => line !== at))}
                >
                  <IconX size={14} stroke={1.6} aria-hidden />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
        onClick={() => write([...records, {}])}
      >
        {t("result.addLine")}
      </Button>
    </div>
  );
}
