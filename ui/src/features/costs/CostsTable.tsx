import { VisuallyHidden } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { CostRow, CostsView } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { State } from "@/components/State";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { useLocale } from "@/lib/Locale";
import { addUsd, compareUsd, NONE, usdNumber, usdPer } from "@/lib/money";
import { showCount, showPercent } from "@/lib/numbers";
import type { CostsBy } from "./costsBy";

type Props = { costs: CostsView; by: CostsBy };

/** The ledger of the month by what the person chose, with its total in double rule. */
export function CostsTable({ costs, by }: Props) {
  const { t } = useTranslation(["costs", "common"]);
  const { times } = useLocale();
  const navigate = useNavigate();
  const total = sumOf(costs);
  const savedByCache = compareUsd(total.cost_without_cache_usd, total.cost_usd) !== 0;
  const open = (row: CostRow) => {
    if (row.id === null) return;
    if (by === "job") void navigate({ to: "/jobs/$job", params: { job: row.id } });
    if (by === "run") void navigate({ to: "/runs/$run", params: { run: row.id } });
  };
  const name = (row: CostRow) => {
    if (by === "day") return times.shortDay(Date.parse(`${row.key}T12:00:00Z`));
    const keyless = by === "key" && !row.practice && !row.key.includes("/");
    return keyless ? t("list.noKey", { provider: row.key }) : row.key;
  };
  const withoutCache: TableColumn<CostRow> = {
    key: "withoutCache",
    head: t("list.withoutCache"),
    title: () => t("common:cache.title"),
    width: 102,
    align: "right",
    dim: true,
    sort: (row) => usdNumber(row.cost_without_cache_usd),
    cell: (row) => <Cost amount={row.cost_without_cache_usd} unit={false} />,
  };
  const uncertain: TableColumn<CostRow> = {
    key: "uncertain",
    head: t("list.uncertain"),
    width: 72,
    align: "right",
    dim: true,
    cell: (row) =>
      compareUsd(row.uncertain_usd, "0") === 0 ? (
        NONE
      ) : (
        <Cost amount={row.uncertain_usd} unit={false} />
      ),
  };
  // What was accepted in practice was not paid for: it must not make the sum look cheaper.
  const paidFor = costs.rows.filter((row) => !row.practice);
  const acceptedFor = (row: CostRow) =>
    row === total
      ? paidFor.reduce((sum, { tasks_accepted }) => sum + tasks_accepted, 0)
      : row.tasks_accepted;
  const hasUncertain = compareUsd(total.uncertain_usd, "0") !== 0;
  const columns: TableColumn<CostRow>[] = [
    {
      key: "name",
      head: t(`list.head.${by}`),
      title: (row) => (row.practice ? `${name(row)}, ${t("list.practice")}` : name(row)),
      sort: (row) => row.key,
      cell: (row) =>
        row.practice ? (
          <State shape="practice" quiet>
            {name(row)}
            <VisuallyHidden>{`, ${t("list.practice")}`}</VisuallyHidden>
          </State>
        ) : (
          name(row)
        ),
    },
    number("requests", 74, (row) => row.requests),
    ...(hasUncertain || savedByCache
      ? []
      : [
          number("input", 86, (row) => row.input_tokens, true),
          number("output", 72, (row) => row.output_tokens, true),
        ]),
    number("rows", 76, (row) => row.tasks_done),
    // What the cache saved needs the room, and so does a name; how many were accepted stands in what each of them cost.
    ...(savedByCache ? [] : [number("accepted", 70, (row) => row.tasks_accepted)]),
    {
      key: "perAccepted",
      head: t("list.perAccepted"),
      width: 92,
      align: "right",
      dim: true,
      cell: (row) => (
        <Cost
          amount={row.practice ? null : usdPer(row.cost_usd, acceptedFor(row))}
          digits={4}
          unit={false}
        />
      ),
    },
    ...(hasUncertain ? [uncertain] : []),
    ...(savedByCache ? [withoutCache] : []),
    {
      key: "cost",
      head: t("list.cost"),
      width: 60,
      align: "right",
      sort: (row) => usdNumber(row.cost_usd),
      cell: (row) => <Cost amount={row.cost_usd} unit={false} />,
    },
    {
      key: "share",
      head: t("list.share"),
      width: 52,
      align: "right",
      dim: true,
      cell: (row) => showPercent(usdNumber(row.cost_usd), usdNumber(costs.total_usd)),
    },
  ];
  return (
    <Table
      label={t("list.label", { by: t(`list.head.${by}`) })}
      columns={columns}
      rows={costs.rows}
      rowKey={(row) => row.id ?? row.key}
      rowHeight={26}
      whole
      {...(by === "job" || by === "run" ? { onOpen: open } : {})}
      total={columns.map((column): TableColumn<null> => {
        const base = { key: column.key, head: null, ...placeOf(column) };
        return column.key === "name"
          ? { ...base, cell: () => t("list.total") }
          : { ...base, cell: () => column.cell(total, 0) };
      })}
    />
  );

  function number(
    key: "requests" | "input" | "output" | "rows" | "accepted",
    width: number,
    pick: (row: CostRow) => number,
    wideOnly = false,
  ): TableColumn<CostRow> {
    return {
      key,
      head: t(`list.${key}`),
      width,
      align: "right",
      wideOnly,
      sort: pick,
      cell: (row) => showCount(pick(row)),
    };
  }
}

function placeOf(column: TableColumn<CostRow>): Pick<TableColumn<null>, "align" | "wideOnly"> {
  return {
    ...(column.align ? { align: column.align } : {}),
    ...(column.wideOnly === undefined ? {} : { wideOnly: column.wideOnly }),
  };
}

function sumOf(costs: CostsView): CostRow {
  const sum = (pick: (row: CostRow) => number) =>
    costs.rows.reduce((total, row) => total + pick(row), 0);
  const paid = costs.rows.filter((row) => !row.practice);
  return {
    key: "",
    id: null,
    requests: sum((row) => row.requests),
    input_tokens: sum((row) => row.input_tokens),
    output_tokens: sum((row) => row.output_tokens),
    cost_usd: costs.total_usd,
    uncertain_usd: addUsd(...costs.rows.map((row) => row.uncertain_usd)),
    cost_without_cache_usd: costs.total_without_cache_usd,
    tasks_done: sum((row) => row.tasks_done),
    tasks_accepted: sum((row) => row.tasks_accepted),
    practice: paid.length === 0,
  };
}
