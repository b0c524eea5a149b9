import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { EvalView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Region } from "@/components/Region";
import { Table } from "@/components/Table";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { compareUsd } from "@/lib/money";
import { CompareItems } from "./CompareItems";
import classes from "./Compare.module.css";
import { useCompareColumns } from "./useCompareColumns";

type Props = { runs: string[] };

/** What the runs of a comparison found so far. */
export function CompareReport({ runs }: Props) {
  const query = useCall("eval/get", { runs });
  return <Region query={query}>{(report) => <Report report={report} />}</Region>;
}

function Report({ report }: { report: EvalView }) {
  const { t } = useTranslation("studio");
  const stop = useAct("run/stop");
  const columns = useCompareColumns();
  const stopped = report.over && report.models.some(({ state }) => state === "cancelled");
  const paid = report.models.reduce((sum, { done }) => sum + done, 0);
  const open = report.models.filter(({ state }) => state === "running" || state === "paused");
  const paused = open.length > 0 && open.every(({ state }) => state === "paused");
  const best = [...report.models].sort(
    (one, other) => other.agreed - one.agreed || compareUsd(one.cost_usd, other.cost_usd),
  );
  const percent = (share: number) =>
    t("compare.percent", { value: `${share > 0 ? "+" : ""}${Math.round(share * 100)}` });
  return (
    <section className={classes.report} aria-label={t("compare.tab")}>
      <div className={classes.state}>
        <p role="status">
          {stopped
            ? t("compare.stopped", { count: paid })
            : report.over
              ? t("compare.over")
              : paused
                ? t("compare.paused")
                : t("bench.working")}
        </p>
        {open.length > 0 && (
          <Button
            size="xs"
            disabled={stop.isPending}
            onClick={() => open.forEach(({ run }) => stop.mutate({ run }))}
          >
            {t("compare.stop")}
          </Button>
        )}
      </div>
      {stop.isError && <ErrorNote error={stop.error} safe={t("compare.stillGoing")} />}
      <Table
        label={t("compare.tab")}
        columns={columns}
        rows={report.over ? best : report.models}
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
      {report.over && <CompareItems report={report} />}
    </section>
  );
}
