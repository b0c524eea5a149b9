import { useTranslation } from "react-i18next";
import type { RunDetail } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { DecidedBy } from "@/components/DecidedBy";
import { Num } from "@/components/Num";
import type { TableColumn } from "@/components/TableColumn";
import { useCoreWords } from "@/lib/useCoreWords";
import { RowState } from "./RowState";
import type { Slot } from "./slots";

/** Columns of the file and of the result that find a place. */
const SOURCE_COLUMNS = 2;
const RESULT_COLUMNS = 2;

/** The columns of a run's rows: place, state, what came in, what came out, who decided, cost. */
export function useRowsColumns(detail: RunDetail): TableColumn<Slot>[] {
  const { t } = useTranslation("run");
  const core = useCoreWords();
  const { practice } = detail.run;
  const used = detail.used_columns.length > 0 ? detail.used_columns : [0];
  return [
    {
      key: "row",
      head: t("rows.row"),
      cell: ({ row }) => (row ? <Num value={row.source_row} /> : ""),
      width: 68,
      align: "right",
      dim: true,
    },
    {
      key: "state",
      head: t("rows.state"),
      cell: ({ row }) => row && <RowState row={row} practice={practice} />,
      title: ({ row }) => (row?.problem == null ? "" : core(row.problem)),
      width: 124,
    },
    ...used.slice(0, SOURCE_COLUMNS).map((column) => ({
      key: `in ${column}`,
      head: detail.columns[column] ?? "",
      cell: ({ row }: Slot) => row?.cells[column],
      title: ({ row }: Slot) => row?.cells[column] ?? "",
    })),
    ...detail.outputs.slice(0, RESULT_COLUMNS).map((output, at) => ({
      key: `out ${output.name}`,
      head: output.label,
      cell: ({ row }: Slot) => row?.shown[at],
      title: ({ row }: Slot) => row?.shown[at] ?? "",
      ...(at > 0 ? { width: 84 } : {}),
    })),
    {
      key: "by",
      head: t("rows.by"),
      cell: ({ row }) => row && <DecidedBy by={row.by} rule={row.rule} />,
      width: 92,
      wideOnly: true,
    },
    {
      key: "usd",
      head: t("rows.usd"),
      cell: ({ row }) => row && <Cost amount={row.cost_usd} digits={4} unit={false} />,
      width: 86,
      align: "right",
    },
  ];
}
