import { useTranslation } from "react-i18next";
import type { ComparedRowView, ComparisonView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Region } from "@/components/Region";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { useCall } from "@/data/useCall";
import { showCount } from "@/lib/numbers";
import { WordDiff } from "./WordDiff";

type Props = { first: string; second: string; found: ComparisonView };

/** The rows of two runs, those that differ first, with the words that differ marked. */
export function DifferentRows({ first, second, found }: Props) {
  const { t } = useTranslation("compare");
  const query = useCall("compare/rows", {
    first,
    second,
    only_different: false,
    offset: 0,
    limit: 1000,
  });
  const columns: TableColumn<ComparedRowView>[] = [
    {
      key: "row",
      head: t("rows.row"),
      cell: (row) => showCount(row.source_row),
      sort: (row) => row.source_row,
      width: 56,
      rowNumber: true,
    },
    { key: "label", head: t("rows.about"), cell: (row) => row.label, title: (row) => row.label },
    ...found.fields.map((field, at) => ({
      key: `${at} ${field.label}`,
      head: field.label,
      result: true,
      cell: (row: ComparedRowView) => {
        const both = row.fields[at];
        return both && <WordDiff field={both} />;
      },
      title: (row: ComparedRowView) =>
        [row.fields[at]?.first ?? "", row.fields[at]?.second ?? ""].join("\n"),
    })),
  ];
  return (
    <Region query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty title={t("rows.none")}>{t("rows.noneText")}</Empty>
        ) : (
          <Table
            label={t("rows.label")}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.first_task}
            rowHeight={44}
            lined
            inset
          />
        )
      }
    </Region>
  );
}
