import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { useCall } from "@/data/useCall";
import { NONE, showUsd, usdPer } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import { shapeOfRun } from "@/lib/shapes";
import { useLength } from "@/lib/useLength";
import { useSinceWords } from "@/lib/useSinceWords";
import classes from "./EndedSection.module.css";

type Props = { run: RunView; onFailed: () => void };

/** What an ended run came to: how it ended, what a row cost, what people said of it. */
export function EndedSection({ run, onFailed }: Props) {
  const { t } = useTranslation("run");
  const length = useLength();
  const navigate = useNavigate();
  const opinion = {
    to: "/review/$run",
    params: { run: run.run },
    search: { filter: "all", ask: "opinion" },
  } as const;
  const { tasks, review } = run;
  const since = useCall("since/get", { run: run.run });
  const sinceWords = useSinceWords();
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
  const compared = since.data && sinceWords(since.data);
  const facts = [
    { key: "ruleShare", value: compared?.share ?? NONE },
    { key: "perRow", value: compared?.perRow ?? NONE },
    { key: "perJudged", value: each(taken) },
    { key: "requests", value: showCount(run.usage.requests) },
    { key: "time", value: length(run.wall_ms) },
  ] as const;
  return (
    <section className={classes.section} aria-label={t("ended.label")}>
      <div className={classes.head}>
        <StateShape shape={shapeOfRun(run)} />
        <p className={classes.what}>{said()}</p>
        {tasks.done > 0 && run.verifies === null && (
          <Button size="sm" variant="subtle" onClick={() => void navigate(opinion)}>
            {t("ended.opinion")}
          </Button>
        )}
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
