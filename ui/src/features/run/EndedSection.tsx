import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { NONE, showUsd, usdPer } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import { shapeOfRun } from "@/lib/shapes";
import { useLength } from "@/lib/useLength";
import classes from "./EndedSection.module.css";

type Props = { run: RunView; onFailed: () => void };

/** What an ended run came to: how it ended, what a row cost, what people said of it. */
export function EndedSection({ run, onFailed }: Props) {
  const { t } = useTranslation("run");
  const length = useLength();
  const { tasks, review } = run;
  const said = () => {
    if (run.state === "cancelled") return t("ended.cancelled");
    if (run.state === "failed") return t("ended.failed");
    return tasks.failed > 0
      ? t("ended.finishedFailed", { total: tasks.total, count: tasks.failed })
      : t("ended.finished", { total: tasks.total });
  };
  const taken = review.accepted + review.corrected;
  const each = (rows: number) => {
    const money = usdPer(run.cost_usd, rows);
    return money === null ? NONE : showUsd(money, 4);
  };
  const facts = [
    { key: "byRule", value: showCount(run.done_by.rule) },
    { key: "perRow", value: each(tasks.done) },
    { key: "perJudged", value: each(taken) },
    { key: "requests", value: showCount(run.usage.requests) },
    { key: "time", value: length(run.wall_ms) },
  ] as const;
  return (
    <section className={classes.section} aria-label={t("ended.label")}>
      <div className={classes.head}>
        <StateShape shape={shapeOfRun(run)} />
        <p className={classes.what}>{said()}</p>
        {tasks.failed > 0 && (
          <Button size="sm" onClick={onFailed}>
            {t("ended.seeFailed")}
          </Button>
        )}
      </div>
      <p className={classes.judged}>
        {t("ended.judged", review)} {run.state !== "finished" && t("ended.kept")}
      </p>
      <dl className={classes.facts}>
        {facts.map((fact) => (
          <div key={fact.key}>
            <dd>{fact.value}</dd>
            <dt>{t(`ended.${fact.key}`)}</dt>
          </div>
        ))}
      </dl>
    </section>
  );
}
