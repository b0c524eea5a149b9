import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AgentView, RunDetail, TaskFilter } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { AgentsSection } from "./AgentsSection";
import { EndedSection } from "./EndedSection";
import { ExportNote } from "./ExportNote";
import classes from "./Floor.module.css";
import { FloorTable } from "./FloorTable";
import { MoneySection } from "./MoneySection";
import { PausedNote } from "./PausedNote";
import { PhaseStrip } from "./PhaseStrip";
import { SumsSection } from "./SumsSection";
import type { Exporting } from "./useExport";
import type { RunActs } from "./useRunActs";

type Props = {
  detail: RunDetail;
  /** All agents while it runs; none otherwise. */
  agents: AgentView[];
  acts: RunActs;
  exporting: Exporting;
  agent: number | null;
  onAgent: (agent: number) => void;
  task: number | null;
  onTask: (task: number) => void;
  filter: TaskFilter;
  /** True while a panel asks something and has the main action. */
  quiet: boolean;
  onAsk: (what: "raise" | "stop") => void;
};

/** The floor: sums, money, phases, then agents while it runs, the next step while it waits, a summary at its end. */
export function Floor(props: Props) {
  const { t } = useTranslation("run");
  const { detail, agents, acts, exporting, onAsk } = props;
  const { run } = detail;
  const [filter, setFilter] = useState<TaskFilter>(props.filter);
  const running = run.state === "running";
  const [view, setView] = useState<"agents" | "rows">(
    props.filter === "all" && props.task === null ? "agents" : "rows",
  );
  const showFailed = () => {
    setView("rows");
    setFilter("failed");
  };
  return (
    <section className={classes.floor} data-pane tabIndex={-1} aria-label={t("keys.where")}>
      {acts.error !== null && (
        <div className={classes.note}>
          <ErrorNote error={acts.error} />
        </div>
      )}
      {(exporting.written !== null || exporting.error !== null) && (
        <div className={classes.note}>
          <ExportNote exporting={exporting} />
        </div>
      )}
      <SumsSection run={run} />
      <MoneySection run={run} onRaise={() => onAsk("raise")} />
      <PhaseStrip run={run} />
      {running && (
        <AgentsSection
          run={run}
          agents={agents}
          acts={acts}
          chosen={props.agent}
          onChoose={props.onAgent}
        />
      )}
      {run.state === "paused" && (
        <PausedNote run={run} acts={acts} quiet={props.quiet} onAsk={onAsk} />
      )}
      {!running && run.state !== "paused" && <EndedSection run={run} onFailed={showFailed} />}
      <FloorTable
        detail={detail}
        agents={agents}
        view={running ? view : "rows"}
        onView={running ? setView : null}
        agent={props.agent}
        onAgent={props.onAgent}
        task={props.task}
        onTask={props.onTask}
        filter={filter}
        onFilter={setFilter}
      />
    </section>
  );
}
