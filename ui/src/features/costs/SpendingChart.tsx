import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { CostsView, Money } from "@/bindings/contract";
import { Chart } from "@/components/Chart";
import type { ChartInk } from "@/components/chartInk";
import { Cost } from "@/components/Cost";
import { Segmented } from "@/components/Segmented";
import { State } from "@/components/State";
import type { TableColumn } from "@/components/TableColumn";
import { useLocale } from "@/lib/Locale";
import { compareUsd, showUsd } from "@/lib/money";
import { monthDays, type MonthDay } from "./monthDays";
import { spendingOption, type SpendingView } from "./spendingOption";

type Props = {
  costs: CostsView;
  month: string;
  today: string;
  cap: Money | null;
  view: SpendingView;
  onView: (view: SpendingView) => void;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
};

/** What the month cost, day by day or summed up against the cap. */
export function SpendingChart(props: Props) {
  const { costs, month, today, cap, view } = props;
  const { t } = useTranslation(["costs", "common"]);
  const { times } = useLocale();
  const days = useMemo(() => monthDays(costs.rows, month, today), [costs.rows, month, today]);
  const option = useCallback(
    (ink: ChartInk) =>
      spendingOption(
        days,
        view,
        cap,
        {
          cap: (amount) => t("chart.cap", { amount }),
          likely: (amount) => t("chart.likely", { amount }),
        },
        ink,
      ),
    [days, view, cap, t],
  );
  const name = times.month(month, false);
  const total = showUsd(costs.total_usd);
  const likely = days.at(-1)?.likely ?? null;
  return (
    <Chart
      title={
        view === "day"
          ? t("chart.titleDay", { month: name })
          : t("chart.titleSoFar", { month: name })
      }
      subtitle={
        costs.rows.every((row) => row.practice) ? (
          <State shape="practice" />
        ) : view === "day" ? (
          t("chart.subtitleDay", { zone: costs.zone })
        ) : cap === null ? (
          t("chart.subtitleSoFarNoCap")
        ) : (
          t("chart.subtitleSoFar")
        )
      }
      finding={finding()}
      aside={
        <Segmented
          label={t("chart.label")}
          value={view}
          onChange={props.onView}
          segments={[
            { value: "day", label: t("chart.eachDay") },
            { value: "soFar", label: t("chart.soFar") },
          ]}
        />
      }
      option={option}
      table={{ columns: columns(), rows: days, rowKey: (day) => day.day.toString() }}
      asTable={props.asTable}
      onAsTable={props.onAsTable}
      height={228}
    />
  );

  function finding(): string {
    if (view === "soFar") {
      return likely === null
        ? t("chart.findingSoFar", { month: name, total })
        : t("chart.findingLikely", { month: name, total, likely: showUsd(likely) });
    }
    const dearest = days.reduce<MonthDay | null>(
      (most, day) =>
        most === null || compareUsd(day.spent ?? "0", most.spent ?? "0") > 0 ? day : most,
      null,
    );
    return t("chart.findingDay", {
      month: name,
      total,
      day: dearest?.day ?? 1,
      most: showUsd(dearest?.spent),
    });
  }

  function columns(): TableColumn<MonthDay>[] {
    return [
      { key: "day", head: t("chart.day"), width: 80, cell: (day) => day.day },
      {
        key: "spent",
        head: t("chart.spent"),
        align: "right",
        cell: (day) => <Cost amount={day.spent} unit={false} />,
      },
      {
        key: "soFar",
        head: t("chart.sum"),
        align: "right",
        cell: (day) => <Cost amount={day.soFar} unit={false} />,
      },
    ];
  }
}
