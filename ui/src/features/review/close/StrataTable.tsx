import { useTranslation } from "react-i18next";
import type { StratumView } from "@/bindings/contract";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { showCount } from "@/lib/numbers";
import { useFacetWords } from "../useFacetWords";

type Props = {
  strata: StratumView[];
  /** True: nothing is drawn yet. */
  planned?: boolean;
};

/** What a sample is drawn from, kind by kind: nothing common is left out. */
export function StrataTable({ strata, planned = false }: Props) {
  const { t } = useTranslation("review");
  const words = useFacetWords();
  const rows = strata.map((stratum, at) => ({ ...stratum, at }));
  type Row = (typeof rows)[number];
  const number = (key: "size" | "drawn" | "looked" | "wrong"): TableColumn<Row> => ({
    key,
    head: t(`close.strata.${key}`),
    cell: (row) => showCount(row[key]),
    width: 76,
    align: "right",
  });
  const columns: TableColumn<Row>[] = [
    {
      key: "by",
      head: t("close.strata.by"),
      cell: (row) => words.value({ kind: "by" }, row.by),
      width: 96,
    },
    {
      key: "value",
      head: t("close.strata.value"),
      cell: (row) => row.value ?? t("close.strata.rare"),
      title: (row) => row.value ?? t("close.strata.rare"),
    },
    {
      key: "band",
      head: t("close.strata.band"),
      cell: (row) => bandOf(row),
      width: 112,
    },
    number("size"),
    number("drawn"),
    ...(planned ? [] : [number("looked"), number("wrong")]),
  ];
  return (
    <Table
      label={t("close.strata.label")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.at}
      whole
    />
  );

  function bandOf({ band }: Row): string {
    if (band === null) return t("close.strata.any");
    return band === "" ? "" : words.value({ kind: "amount" }, band);
  }
}
