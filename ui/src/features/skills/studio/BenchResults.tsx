import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { useCall } from "@/data/useCall";
import { showUsd } from "@/lib/money";
import { BenchRow } from "./BenchRow";
import classes from "./Bench.module.css";

type Props = { run: string };

/** Rows of a trial as they are decided: result, cost, who decided, what the model saw. */
export function BenchResults({ run }: Props) {
  const { t } = useTranslation("studio");
  const about = useCall("run/get", { run });
  const rows = useCall("run/rows", { run, filter: "all", search: "", offset: 0, limit: 5 });
  const error = about.error ?? rows.error;
  if (error) return <ErrorNote error={error} onRetry={() => void rows.refetch()} />;
  if (!about.data || !rows.data) return <Loading lines={6} />;
  const { tasks, cost_usd: cost } = about.data.run;
  return (
    <section className={classes.results} aria-label={t("bench.try")}>
      <p className={classes.sum} role="status">
        <span>
          {tasks.waiting > 0
            ? t("bench.working")
            : t("bench.took", { done: tasks.done, total: tasks.total })}
        </span>
        <span>{t("bench.cost", { amount: showUsd(cost, 4) })}</span>
        <Link to="/runs/$run" params={{ run }}>
          {t("bench.open")}
        </Link>
      </p>
      {rows.data.rows.map((row) => (
        <BenchRow key={row.task} run={run} row={row} outputs={about.data.outputs} />
      ))}
    </section>
  );
}
