import { Button, MultiSelect, Select, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DraftCheckView, DraftTableView, SkillDraftView } from "@/bindings/contract";
import { resultPaths } from "./draft";
import { SecondModel } from "./SecondModel";
import type { Faults } from "./useFaults";
import classes from "./Studio.module.css";

type Props = {
  check: DraftCheckView;
  path: string;
  draft: SkillDraftView;
  faults: Faults;
  onChange: (what: string, check: DraftCheckView) => void;
  onTable: (table: DraftTableView) => void;
};

/** The texts of a check that are typed on one line. */
type LineKey = "min" | "max" | "pattern" | "tolerance" | "column";

/** What a kind of check needs beside its result. */
export function CheckDetail({ check, path, draft, faults, onChange, onTable }: Props) {
  const { t } = useTranslation("studio");
  const line = (key: LineKey, label: string, placeholder = "") => (
    <TextInput
      className={classes.grow}
      label={label}
      placeholder={placeholder}
      value={check[key]}
      error={faults.at(`${path}.${key}`)}
      onChange={(event) => onChange(key, { ...check, [key]: event.currentTarget.value })}
    />
  );
  switch (check.kind) {
    case "range":
      return (
        <div className={classes.row}>
          {line("min", t("check.min"))}
          {line("max", t("check.max"))}
        </div>
      );
    case "pattern":
      return line("pattern", t("check.pattern"), t("check.patternHint"));
    case "sum":
      return (
        <div className={classes.row}>
          <MultiSelect
            className={classes.grow}
            label={t("check.of")}
            withScrollArea={false}
            data={resultPaths(draft.outputs).filter((one) => one.value !== check.field)}
            value={check.of}
            error={faults.at(`${path}.of`)}
            onChange={(of) => onChange("", { ...check, of })}
          />
          {line("tolerance", t("check.tolerance"), t("check.toleranceHint"))}
        </div>
      );
    case "lookup": {
      const table = draft.tables.find((one) => one.file === check.table);
      return (
        <>
          <div className={classes.row}>
            <Select
              className={classes.grow}
              label={t("check.table")}
              data={draft.tables.map((one) => one.file)}
              value={check.table === "" ? null : check.table}
              error={faults.at(`${path}.table`)}
              onChange={(file) => {
                if (file !== null) onChange("", { ...check, table: file });
              }}
            />
            {line("column", t("check.column"), t("check.columnHint"))}
            <Button
              className={classes.atField}
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
              onClick={() => {
                const file = freeFile(draft.tables);
                onTable({ file, text: "" });
                onChange("", { ...check, table: file });
              }}
            >
              {t("check.newTable")}
            </Button>
          </div>
          {table && (
            <Textarea
              label={t("check.tableText")}
              autosize
              minRows={3}
              maxRows={10}
              value={table.text}
              onChange={(event) => onTable({ ...table, text: event.currentTarget.value })}
            />
          )}
        </>
      );
    }
    case "agree":
      return (
        <SecondModel check={check} path={path} draft={draft} faults={faults} onChange={onChange} />
      );
    default:
      return null;
  }
}

function freeFile(tables: DraftTableView[]): string {
  for (let number = 1; ; number += 1) {
    const file = `references/table-${number}.csv`;
    if (!tables.some((table) => table.file === file)) return file;
  }
}
