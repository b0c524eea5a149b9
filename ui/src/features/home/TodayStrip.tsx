import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { HomeView } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { Meter } from "@/components/Meter";
import { Num } from "@/components/Num";
import { Strip } from "@/components/Strip";
import { useLocale } from "@/lib/Locale";
import { showUsd } from "@/lib/money";
import { useLength } from "@/lib/useLength";
import classes from "./TodayStrip.module.css";

type Props = { home: HomeView };

/** Today in four numbers: to review, at work, paused, spent this month. */
export function TodayStrip({ home }: Props) {
  const { t } = useTranslation(["home", "common"]);
  const { times } = useLocale();
  const length = useLength();
  const working = home.runs.filter((run) => run.state === "running");
  const paused = home.runs.filter((run) => run.state === "paused");
  const inReview = home.runs.filter((run) => run.review.needs_review > 0);
  const sum = (pick: (run: (typeof working)[number]) => number) =>
    working.reduce((total, run) => total + pick(run), 0);
  const agents = sum((run) => run.agents);
  const left = Math.max(0, ...working.map((run) => run.eta_ms ?? 0));
  const { month } = home;
  return (
    <Strip
      label={t("strip.label")}
      columns="minmax(0, 1fr) minmax(0, 1.15fr) minmax(0, 1fr) minmax(0, 1.7fr)"
      cells={[
        {
          key: "review",
          label: t("strip.review"),
          value: <Num value={home.review_waiting} unit={t("common:unit.rows")} size="big" />,
          note: t("strip.reviewNote", {
            count: home.review_waiting === 0 ? 0 : Math.max(1, inReview.length),
          }),
        },
        {
          key: "work",
          label: t("strip.work"),
          value: (
            <Num
              value={sum((run) => run.tasks.done)}
              unit={
                working.length === 0
                  ? t("common:unit.rows")
                  : t("strip.workUnit", { total: sum((run) => run.tasks.total) })
              }
              size="big"
            />
          ),
          note:
            working.length === 0
              ? t("strip.workNothing")
              : left > 0
                ? t("strip.workNote", { count: agents, left: length(left) })
                : t("strip.workNoteOpen", { count: agents }),
        },
        {
          key: "paused",
          label: t("strip.paused"),
          value: (
            <Num
              value={paused.length}
              unit={t("strip.pausedUnit", { count: paused.length })}
              size="big"
            />
          ),
          note: paused.length === 0 ? t("strip.pausedNothing") : t("strip.pausedNote"),
        },
        {
          key: "spent",
          label: t("strip.spent", { month: times.month(month.month, false) }),
          aside: month.cap_usd === null ? t("strip.noCap") : null,
          value: (
            <Cost
              amount={month.spent_usd}
              size="big"
              unit={
                month.cap_usd === null
                  ? t("common:unit.usd")
                  : t("common:unit.ofUsd", { amount: showUsd(month.cap_usd) })
              }
            />
          ),
          note:
            month.cap_usd === null ? (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/settings" search={{ section: "cap" }} {...props} />
                )}
              >
                {t("strip.setCap")}
              </Anchor>
            ) : (
              <div className={classes.meter}>
                <Meter
                  spent={month.spent_usd}
                  held={month.reserved_usd}
                  budget={month.cap_usd}
                  height={10}
                />
              </div>
            ),
        },
      ]}
    />
  );
}
