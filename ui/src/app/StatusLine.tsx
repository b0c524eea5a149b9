import { useTranslation } from "react-i18next";
import { State } from "@/components/State";
import { useCall } from "@/data/useCall";
import { useLocale } from "@/lib/Locale";
import { showUsd } from "@/lib/money";
import classes from "./StatusLine.module.css";

/** The line at the foot of every screen: runs, agents, whom they wait for, the month against its cap. */
export function StatusLine() {
  const { t } = useTranslation();
  const { times } = useLocale();
  const { data } = useCall("app/status", {});
  if (!data) return <footer className={classes.line} aria-label={t("status.label")} />;
  const waiting = data.open_runs.find((run) => run.waiting_for !== null)?.waiting_for;
  const month = times.month(data.month.month, false);
  const spent = showUsd(data.month.spent_usd);
  return (
    <footer className={classes.line} aria-label={t("status.label")}>
      {data.runs_at_work > 0 ? (
        <State shape="running">{t("status.runsAtWork", { count: data.runs_at_work })}</State>
      ) : (
        <State shape="waiting">{t("status.nothing")}</State>
      )}
      {data.agents_total > 0 && (
        <span>{t("status.agents", { busy: data.agents_busy, total: data.agents_total })}</span>
      )}
      {waiting && <span>{t("status.waiting", { provider: waiting.provider })}</span>}
      <span className={classes.money}>
        {data.month.cap_usd === null
          ? t("status.monthNoCap", { month, spent })
          : t("status.month", { month, spent, cap: showUsd(data.month.cap_usd) })}
      </span>
      <span className={classes.zone}>{t("status.zone", { zone: data.zone })}</span>
    </footer>
  );
}
