import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { EvalModelView, EvalView } from "@/bindings/contract";
import { Region } from "@/components/Region";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { useCall } from "@/data/useCall";
import { showUsd } from "@/lib/money";
import classes from "./Compare.module.css";

type Props = { runs: string[] };

/** What the runs of a comparison found so far. */
export function CompareReport({ runs }: Props) {
  const query = useCall("eval/get", { runs });
  return <Region query={query}>{(report) => <Report report={report} />}</Region>;
}

function Report({ report }: { report: EvalView }) {
  const { t } = useTranslation("studio");
  const columns: TableColumn<EvalModelView>[] = [
    {
      key: "model",
      head: t("compare.model"),
      cell: (model) => (
        <Link to="/runs/$run" params={{ run: model.run }}>
          {model.practice ? t("compare.practice", { model: model.model }) : model.model}
        </Link>
      ),
    },
    {
      key: "agreed",
      head: t("compare.agreed"),
      width: 130,
      cell: (model) => t("compare.of", { count: model.agreed, of: report.cases }),
    },
    {
      key: "fields",
      head: t("compare.fields"),
      width: 130,
      cell: (model) => t("compare.of", { count: model.fields_agreed, of: model.fields }),
    },
    {
      key: "cost",
      head: t("compare.cost"),
      width: 110,
      cell: (model) => showUsd(model.cost_usd, 4),
    },
  ];
  const percent = (share: number) =>
    t("compare.percent", { value: `${share > 0 ? "+" : ""}${Math.round(share * 100)}` });
  return (
    <section className={classes.report} aria-label={t("compare.tab")}>
      <p role="status">{report.over ? t("compare.over") : t("bench.working")}</p>
      <Table
        label={t("compare.tab")}
        columns={columns}
        rows={report.models}
        rowKey={(model) => model.run}
        whole
      />
      {report.pairs.map((pair) => (
        <p key={`${pair.best} ${pair.other}`}>
          {t(pair.apart ? "compare.apart" : "compare.notApart", {
            best: pair.best,
            other: pair.other,
            difference: percent(pair.difference),
            low: percent(pair.low),
            high: percent(pair.high),
          })}
        </p>
      ))}
    </section>
  );
}
