import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "@/components/Empty";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { PracticeBanner } from "@/components/PracticeBanner";
import { Region } from "@/components/Region";
import { Segmented } from "@/components/Segmented";
import { useCall } from "@/data/useCall";
import { useLocale } from "@/lib/Locale";
import { useShortcuts } from "@/lib/shortcuts";
import { COSTS_BY, type CostsBy } from "./costsBy";
import classes from "./CostsScreen.module.css";
import { CostsTable } from "./CostsTable";
import { monthAfter } from "./monthDays";
import { MonthLedger } from "./MonthLedger";
import { RunReport } from "./RunReport";
import { SpendingChart } from "./SpendingChart";
import type { SpendingView } from "./spendingOption";

/** What was spent in a month: by day against the cap, and by skill, model, job or run, to the last call. */
export function CostsScreen() {
  const { t } = useTranslation(["costs", "common"]);
  const { times } = useLocale();
  const [opened] = useState(() => Date.now());
  const [chosen, setChosen] = useState<string | null>(null);
  const [by, setBy] = useState<CostsBy>("skill");
  const [view, setView] = useState<SpendingView>("soFar");
  const [asTable, setAsTable] = useState(false);
  const today = times.dayKey(opened);
  const thisMonth = today.slice(0, 7);
  const month = chosen ?? thisMonth;
  const status = useCall("app/status", {});
  const days = useCall("costs/get", { by: "day", month }, { keepPrevious: true });
  const costs = useCall("costs/get", { by, month }, { keepPrevious: true });
  const runs = useCall("run/list", {});
  const latest = runs.data
    ?.filter((run) => run.ended_at !== null)
    .sort((a, b) => b.started_at - a.started_at)[0];
  const go = (step: number) => {
    const next = monthAfter(month, step);
    if (next <= thisMonth) setChosen(next);
  };
  useShortcuts(t("title"), [
    { keys: "left", label: t("keys.previous"), run: () => go(-1) },
    { keys: "right", label: t("keys.next"), run: () => go(1), enabled: month < thisMonth },
    { keys: "t", label: t("keys.table"), run: () => setAsTable(!asTable) },
  ]);
  const onlyPractice =
    days.data !== undefined &&
    days.data.rows.length > 0 &&
    days.data.rows.every((row) => row.practice);
  const cap = month === thisMonth ? (status.data?.month.cap_usd ?? null) : null;
  return (
    <Page
      title={t("title")}
      banner={onlyPractice ? <PracticeBanner /> : undefined}
      state={
        <span className={classes.month}>
          <ActionIcon size={24} aria-label={t("previous")} onClick={() => go(-1)}>
            <IconChevronLeft size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
          <span className={classes.name} aria-live="polite">
            {times.month(month, true)}
          </span>
          <ActionIcon
            size={24}
            aria-label={t("next")}
            onClick={() => go(1)}
            disabled={month >= thisMonth}
          >
            <IconChevronRight size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
        </span>
      }
      actions={
        <Segmented
          label={t("by.label")}
          value={by}
          onChange={setBy}
          segments={COSTS_BY.map((value) => ({ value, label: t(`by.${value}`) }))}
        />
      }
    >
      <Panel label={t("title")}>
        <Region query={days}>
          {(byDay) =>
            byDay.rows.length === 0 ? (
              <Empty title={t("none", { month: times.month(month, true) })}>{t("noneText")}</Empty>
            ) : (
              <div className={classes.costs}>
                <div className={classes.top}>
                  <SpendingChart
                    costs={byDay}
                    month={month}
                    today={today}
                    cap={cap}
                    view={view}
                    onView={setView}
                    asTable={asTable}
                    onAsTable={setAsTable}
                  />
                  <MonthLedger
                    costs={byDay}
                    month={month}
                    today={today}
                    now={month === thisMonth ? (status.data?.month ?? null) : null}
                  />
                </div>
                <div className={classes.bottom} data-report={latest !== undefined}>
                  <Region query={costs}>{(list) => <CostsTable costs={list} by={by} />}</Region>
                  {latest && <RunReport run={latest} />}
                </div>
              </div>
            )
          }
        </Region>
      </Panel>
    </Page>
  );
}
