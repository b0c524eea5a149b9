import { useTranslation } from "react-i18next";
import type { ReviewRow, RunDetail } from "@/bindings/contract";
import { DecidedBy } from "@/components/DecidedBy";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { showCount } from "@/lib/numbers";
import { isNumberField } from "./fieldKinds";
import { isAmountColumn } from "./queueColumns";
import { RiskWords } from "./RiskWords";
import classes from "./SideBySide.module.css";
import { VerdictMark } from "./VerdictMark";

/** Columns of the file that are shown beside the results: those the skill reads. */
const SOURCES = 4;
/** Numbers stand at the right and leave the room to words. */
const AMOUNTS = { align: "right", width: 92 } as const;

type Props = {
  detail: RunDetail;
  rows: ReviewRow[];
  selected: number | null;
  onSelect: (task: number) => void;
  onOpen: (task: number) => void;
};

/** Source and results side by side, row by row; what a person changed is marked and says what it was. */
export function SideBySide({ detail, rows, selected, onSelect, onOpen }: Props) {
  const { t } = useTranslation("review");
  const used = detail.used_columns;
  const all = detail.columns.map((_, at) => at);
  const sources = (used.length > 0 ? used : all).slice(0, SOURCES);
  const columns: TableColumn<ReviewRow>[] = [
    {
      key: "row",
      head: t("table.row"),
      cell: (row) => showCount(row.source_row),
      sort: (row) => row.source_row,
      width: 56,
      rowNumber: true,
    },
    { key: "mark", head: "", cell: (row) => <VerdictMark row={row} />, width: 32 },
    ...sources.map((at) => ({
      key: `source ${at}`,
      head: detail.columns[at] ?? "",
      cell: (row: ReviewRow) => row.cells[at] ?? "",
      title: (row: ReviewRow) => row.cells[at] ?? "",
      sort: (row: ReviewRow) => row.cells[at] ?? "",
      wideOnly: at !== sources[0],
      ...(isAmountColumn(rows, at) ? AMOUNTS : {}),
    })),
    ...detail.outputs.map((field, at) => ({
      key: `output ${field.name}`,
      head: field.label,
      cell: (row: ReviewRow) => <Result row={row} at={at} />,
      title: (row: ReviewRow) => row.shown[at] ?? "",
      sort: (row: ReviewRow) => row.shown[at] ?? "",
      result: true,
      ...(isNumberField(field) ? AMOUNTS : {}),
    })),
    {
      key: "by",
      head: t("table.by"),
      cell: (row) => <DecidedBy by={row.by} rule={row.rule} />,
      width: 92,
      wideOnly: true,
    },
    {
      key: "agent",
      head: t("table.agent"),
      cell: ({ agent }) =>
        agent === "unknown" ? t("facet.is.agentUnknown") : agent === "none" ? "" : agent,
      sort: ({ agent }) => (/^\d+$/.test(agent) ? Number(agent) : Infinity),
      width: 72,
      dim: true,
      // Asked for seldom, and among the facets: words have the room first.
      wideOnly: "widest",
    },
    { key: "risk", head: t("table.look"), cell: (row) => <RiskWords reasons={row.reasons} /> },
  ];
  return (
    <Table
      label={t("table.label")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.task}
      rowHeight={26}
      selected={selected}
      onSelect={(row) => onSelect(row.task)}
      onOpen={(row) => onOpen(row.task)}
      lined
      inset
    />
  );
}

function Result({ row, at }: { row: ReviewRow; at: number }) {
  const { t } = useTranslation("review");
  const text = row.shown[at] ?? "";
  const before = row.before?.[at];
  if (before === undefined || before === text) return text;
  return (
    <span className={classes.changed} title={t("result.was", { text: before })}>
      {text}
      <span className={classes.spoken}>{t("result.was", { text: before })}</span>
    </span>
  );
}
