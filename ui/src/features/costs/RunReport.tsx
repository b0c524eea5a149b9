import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { State } from "@/components/State";
import { useLocale } from "@/lib/Locale";
import { failedOutcomes } from "@/lib/failedOutcomes";
import { compareUsd, showUsd, usdPer } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import { useLength } from "@/lib/useLength";

import classes from "./RunReport.module.css";

type Props = { run: RunView };

/** The slip of the latest run, as it lies on the desk in the morning: rows that add up, then the money. */
export function RunReport({ run }: Props) {
  const { t } = useTranslation(["costs", "common"]);
  const { times } = useLocale();
  const length = useLength();
  const navigate = useNavigate();
  const usd = (amount: string) => `${amount} ${t("common:unit.usd")}`;
  const judged = run.review.accepted + run.review.corrected;
  return (
    <section className={classes.slip} aria-label={t("report.title")}>
      <header className={classes.head}>
        <h2>{t("report.title")}</h2>
        <span className={classes.when}>{times.moment(run.started_at)}</span>
      </header>
      <p className={classes.name}>{run.name}</p>
      {run.practice && (
        <p>
          <State shape="practice" />
        </p>
      )}
      <dl>
        <Line name={t("report.byModel")}>{showCount(run.done_by.model)}</Line>
        <Line name={t("report.byRule")}>{showCount(run.done_by.rule)}</Line>
        {run.done_by.person > 0 && (
          <Line name={t("report.byPerson")}>{showCount(run.done_by.person)}</Line>
        )}
        {failedOutcomes(run.outcomes).map(([outcome, count]) => (
          <Line key={outcome} name={t("report.failed", { reason: t(`common:outcome.${outcome}`) })}>
            {showCount(count)}
          </Line>
        ))}
        {run.tasks.waiting > 0 && (
          <Line name={t("report.waiting")}>{showCount(run.tasks.waiting)}</Line>
        )}
        <Line name={t("report.rows")} strong>
          {showCount(run.tasks.total)}
        </Line>
      </dl>
      <dl>
        <Line name={t("report.spent")}>{usd(showUsd(run.cost_usd))}</Line>
        <Line name={t("report.budget")}>
          {run.budget_usd === null ? t("report.noBudget") : usd(showUsd(run.budget_usd))}
        </Line>
        {judged > 0 && !run.practice && (
          <Line name={t("report.perAccepted")}>
            {usd(showUsd(usdPer(run.cost_usd, judged), 4))}
          </Line>
        )}
        <Line name={t("report.uncertain")}>
          {compareUsd(run.uncertain_usd, "0") === 0
            ? t("report.nothing")
            : usd(showUsd(run.uncertain_usd))}
        </Line>
        <Line name={t("report.time")}>{length(run.wall_ms)}</Line>
      </dl>
      <Button
        size="sm"
        onClick={() => void navigate({ to: "/runs/$run", params: { run: run.run } })}
      >
        {t("report.open")}
      </Button>
    </section>
  );
}

type LineProps = { name: string; children: ReactNode; strong?: boolean };

function Line({ name, children, strong = false }: LineProps) {
  return (
    <div className={classes.line} data-strong={strong}>
      <dt>{name}</dt>
      <i aria-hidden="true" />
      <dd>{children}</dd>
    </div>
  );
}
