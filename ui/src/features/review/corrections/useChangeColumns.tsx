import { useTranslation } from "react-i18next";
import type { TableColumn } from "@/components/TableColumn";
import { useLocale } from "@/lib/Locale";
import { showCount } from "@/lib/numbers";
import type { Change } from "./changesOf";
import classes from "./Corrections.module.css";

const KINDS = ["example", "rule", "check"] as const;

/** The columns of the list of corrections; with the run where it is about several. */
export function useChangeColumns(severalRuns: boolean): TableColumn<Change>[] {
  const { t } = useTranslation("review");
  const { times } = useLocale();
  const shown = (text: string) => (text === "" ? t("result.empty") : text);
  const learnt = ({ learnt: kinds }: Change) =>
    kinds
      .map((kind) => t(`learn.kind.${KINDS.find((known) => known === kind) ?? "example"}`))
      .join(t("all.and"));
  const runName = ({ run_name: name, run_number: number }: Change) => t("named", { name, number });
  const now = ({ stands }: Change) => (stands ? "" : t("corrections.replaced"));
  return [
    {
      key: "row",
      head: t("corrections.row"),
      cell: ({ row }) => showCount(row),
      width: 64,
      rowNumber: true,
      sort: ({ row }) => row,
    },
    ...(severalRuns
      ? [{ key: "run", head: t("list.name"), cell: runName, title: runName, dim: true, width: 170 }]
      : []),
    { key: "label", head: t("source.label"), cell: ({ label }) => label, title: (c) => c.label },
    {
      key: "field",
      head: t("corrections.field"),
      cell: ({ field }) => field,
      dim: true,
      width: 128,
    },
    {
      key: "from",
      head: t("corrections.from"),
      cell: ({ from }) => <del className={classes.from}>{shown(from)}</del>,
      title: ({ from }) => shown(from),
    },
    {
      key: "to",
      head: t("corrections.to"),
      cell: ({ to, stands }) => (
        <ins className={classes.to} data-gone={!stands}>
          {shown(to)}
        </ins>
      ),
      title: (change) => [shown(change.to), now(change)].filter(Boolean).join(" · "),
      result: true,
    },
    {
      key: "learnt",
      head: t("corrections.learnt"),
      cell: (change) => (change.stands ? learnt(change) : now(change)),
      title: (change) => [learnt(change), now(change)].filter(Boolean).join(" · "),
      width: 116,
      sort: ({ learnt: kinds }) => kinds.length,
    },
    {
      key: "who",
      head: t("corrections.who"),
      cell: ({ reviewer }) => (reviewer === "" ? t("close.unnamed") : reviewer),
      title: ({ reviewer }) => reviewer,
      dim: true,
      width: 104,
      sort: ({ reviewer }) => reviewer,
    },
    {
      key: "at",
      head: t("corrections.at"),
      cell: ({ at }) => times.moment(at),
      align: "right",
      dim: true,
      width: 128,
      sort: ({ at }) => at,
    },
  ];
}
