import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RunDetail } from "@/bindings/contract";
import { Page } from "@/components/Page";
import { PracticeBanner } from "@/components/PracticeBanner";
import { State } from "@/components/State";
import { useCall } from "@/data/useCall";
import { useLocale } from "@/lib/Locale";
import { runStateKey, shapeOfRun } from "@/lib/shapes";
import { useShortcuts } from "@/lib/shortcuts";
import { neighbourOf, nextAgents } from "./agentSums";
import { ExportCopy } from "./ExportCopy";
import { ExportText } from "./ExportText";
import { Floor } from "./Floor";
import { RaiseBudget } from "./RaiseBudget";
import { RunActions } from "./RunActions";
import classes from "./RunFloor.module.css";
import { StopRun } from "./StopRun";
import { TranscriptPanel } from "./TranscriptPanel";
import { useExport } from "./useExport";
import { useRunActs } from "./useRunActs";

type Props = { detail: RunDetail };

/** A run in view: head and keys, the floor at the left, the transcript at the right. */
export function RunFloor({ detail }: Props) {
  const { t } = useTranslation(["run", "common"]);
  const { times } = useLocale();
  const navigate = useNavigate();
  const { run } = detail;
  const { task, filter } = useSearch({ from: "/runs/$run" });
  const [agent, setAgent] = useState<number | null>(null);
  const [asking, setAsking] = useState<"raise" | "stop" | "copy" | "text" | null>(null);
  const acts = useRunActs(run);
  const exporting = useExport(run);
  const running = run.state === "running";
  const agents = useCall("run/agents", { run: run.run }, { enabled: running }).data;
  const shown = running ? (agents ?? []) : [];
  const chosen = shown.find((known) => known.agent === agent) ?? null;

  const openTask = (next: number | null) => {
    setAgent(null);
    void navigate({
      to: "/runs/$run",
      params: { run: run.run },
      search: (old) => ({
        ...(old.filter ? { filter: old.filter } : {}),
        ...(next === null ? {} : { task: next }),
      }),
      replace: true,
    });
  };
  const openAgent = (next: number) => {
    if (task !== undefined) openTask(null);
    setAgent(next);
  };
  const step = (by: 1 | -1) => {
    const next = neighbourOf(shown, agent, by);
    if (next !== null) openAgent(next);
  };
  const count = acts.agentsAsked ?? run.agents;
  const review = () =>
    void navigate({ to: "/review/$run", params: { run: run.verifies ?? run.run } });
  const turn = running ? acts.pause : acts.resume;
  const open = running || run.state === "paused";
  useShortcuts(t("keys.where"), [
    { keys: "p", label: t("keys.pause"), run: turn, enabled: open && !acts.busy },
    { keys: "r", label: t("keys.review"), run: review },
    { keys: "right", label: t("keys.nextAgent"), run: () => step(1), enabled: running },
    { keys: "left", label: t("keys.previousAgent"), run: () => step(-1), enabled: running },
    {
      keys: "+",
      label: t("keys.more"),
      run: () => acts.setAgents(nextAgents(count, 1)),
      enabled: open,
    },
    {
      keys: "-",
      label: t("keys.fewer"),
      run: () => acts.setAgents(nextAgents(count, -1)),
      enabled: open,
    },
    {
      keys: "escape",
      label: t("keys.close"),
      run: () => (asking === null ? openTask(null) : setAsking(null)),
      inFields: asking !== null,
    },
  ]);

  return (
    <Page
      where={<Link to="/runs">{t("title")}</Link>}
      title={t("named", { name: run.name, number: run.number })}
      state={
        <span className={classes.state}>
          <State shape={shapeOfRun(run)} tag>
            {t(`common:runState.${runStateKey(run)}`)}
          </State>
          <span className={classes.since}>
            {t("since", { time: times.moment(run.started_at) })}
          </span>
        </span>
      }
      actions={
        <RunActions
          run={run}
          acts={acts}
          quiet={asking !== null}
          onStop={() => setAsking("stop")}
          onReview={review}
          onExport={exporting.start}
          onAsk={setAsking}
          exporting={exporting.busy}
        />
      }
      banner={
        run.practice && (
          <PracticeBanner action={<Link to="/settings">{t("common:practice.addKey")}</Link>} />
        )
      }
    >
      <Floor
        detail={detail}
        agents={shown}
        acts={acts}
        exporting={exporting}
        agent={agent}
        onAgent={openAgent}
        task={task ?? null}
        onTask={openTask}
        filter={filter ?? "all"}
        quiet={asking !== null}
        onAsk={setAsking}
      />
      {asking === null && (task !== undefined || chosen !== null) && (
        <TranscriptPanel
          detail={detail}
          agent={chosen}
          task={chosen === null ? (task ?? null) : chosen.task}
          onClose={() => openTask(null)}
        />
      )}
      {open && asking === "raise" && (
        <RaiseBudget run={run} acts={acts} onClose={() => setAsking(null)} />
      )}
      {open && asking === "stop" && (
        <StopRun run={run} acts={acts} onClose={() => setAsking(null)} />
      )}
      {asking === "copy" && (
        <ExportCopy run={run} onExport={exporting.start} onClose={() => setAsking(null)} />
      )}
      {asking === "text" && (
        <ExportText onExport={exporting.start} onClose={() => setAsking(null)} />
      )}
    </Page>
  );
}
