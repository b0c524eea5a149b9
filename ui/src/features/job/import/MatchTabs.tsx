import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FilesMatched, MatchedRow } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { Tabs } from "@/components/Tabs";
import { FileCell } from "./FileCell";
import classes from "./MatchTabs.module.css";
import type { Choices } from "./matchSums";
import { problemWords } from "./problemWords";

type Props = {
  matched: FilesMatched;
  choices: Choices;
  onChoose: (position: number, file: string | null) => void;
};

type Part = "open" | "matched" | "unused";

/** Rows to look at, rows that have their file, files without a row. */
export function MatchTabs({ matched, choices, onChoose }: Props) {
  const { t } = useTranslation("job");
  const open = matched.rows.filter((row) => row.file === null);
  const done = matched.rows.filter((row) => row.file !== null);
  const [part, setPart] = useState<Part>(open.length > 0 ? "open" : "matched");
  const names = matched.files.map((file) => file.name);
  const problemOf = new Map(
    matched.files.flatMap(({ name, problems: [first] }) => (first ? [[name, first] as const] : [])),
  );
  const taken = new Set([...done.map((row) => row.file), ...choices.values()]);
  const unused = matched.unused.filter((name) => !taken.has(name));
  const rows = part === "open" ? open : done;

  const file = (row: MatchedRow) => {
    const said = choices.get(row.position);
    const name = said === undefined ? row.file : said;
    const problem = name === null ? undefined : problemOf.get(name);
    return (
      <FileCell
        row={row}
        file={name}
        names={names}
        problem={problem && problemWords(t, problem)}
        onChoose={(chosen) => onChoose(row.position, chosen)}
      />
    );
  };
  const columns: TableColumn<MatchedRow>[] = [
    {
      key: "row",
      head: t("match.row"),
      width: 56,
      align: "right",
      rowNumber: true,
      cell: (row) => row.source_row,
    },
    {
      key: "cell",
      head: matched.column ?? t("match.cell"),
      cell: (row) => row.cell,
      title: (row) => row.cell,
    },
    {
      key: "about",
      head: t("match.about"),
      dim: true,
      cell: (row) => row.about,
      title: (row) => row.about,
    },
    { key: "file", head: t("match.file"), width: 340, cell: file },
  ];
  return (
    <Tabs<Part>
      label={t("match.parts")}
      value={part}
      onChange={setPart}
      tabs={[
        { value: "open", label: t("match.open"), count: matched.open + matched.without_file },
        { value: "matched", label: t("match.matched"), count: matched.matched },
        { value: "unused", label: t("match.unused"), count: unused.length },
      ]}
    >
      <div className={classes.frame}>
        {part === "unused" ? (
          <ul className={classes.files} aria-label={t("match.unused")}>
            {unused.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        ) : rows.length === 0 ? (
          <Empty title={t(part === "open" ? "match.nothingOpen" : "match.nothingMatched")} />
        ) : (
          <Table
            label={t(part === "open" ? "match.open" : "match.matched")}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.position}
            rowHeight={44}
          />
        )}
      </div>
    </Tabs>
  );
}
