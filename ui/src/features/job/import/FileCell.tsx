import { Select, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MatchedRow } from "@/bindings/contract";
import classes from "./MatchTabs.module.css";

type Props = {
  row: MatchedRow;
  /** The row's file now; null: none. */
  file: string | null;
  /** All files; those that could be meant come first. */
  names: string[];
  /** What is wrong with the file. */
  problem: string | undefined;
  onChoose: (file: string | null) => void;
};

/** Options that are drawn at once; typing finds the others. */
const OPTIONS = 60;

/** A row's file: its name, and a list to choose another from once it is pressed. A list a row would be slow. */
export function FileCell({ row, file, names, problem, onChoose }: Props) {
  const { t } = useTranslation("job");
  const [editing, setEditing] = useState(false);
  const label = t("match.fileOf", { row: row.source_row });
  if (!editing) {
    return (
      <UnstyledButton
        className={classes.file}
        aria-label={`${label}: ${file ?? words()}`}
        onClick={() => setEditing(true)}
      >
        <span className={file === null ? classes.without : classes.name}>{file ?? words()}</span>
        {problem !== undefined && (
          <span className={classes.problem} title={problem}>
            {problem}
          </span>
        )}
      </UnstyledButton>
    );
  }
  const others = names.filter((name) => !row.candidates.includes(name));
  return (
    <Select
      aria-label={label}
      size="xs"
      searchable
      clearable
      // The person pressed the name to get here.
      // eslint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      defaultDropdownOpened
      limit={OPTIONS}
      data={[...row.candidates, ...others]}
      value={file}
      onChange={(name) => {
        onChoose(name);
        setEditing(false);
      }}
      onBlur={() => setEditing(false)}
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
    />
  );

  function words(): string {
    return row.candidates.length > 0
      ? t("match.choose", { count: row.candidates.length })
      : t("match.none");
  }
}
