import { IconListCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AgentView, RunView } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { Num } from "@/components/Num";
import { State } from "@/components/State";
import type { TableColumn } from "@/components/TableColumn";
import { NONE, usdNumber } from "@/lib/money";
import { useLength } from "@/lib/useLength";
import { useNow } from "@/lib/useNow";
import { AGENT_STATES, stateOf } from "./agentSums";
import { modelName } from "./providerOf";
import classes from "./AgentsTable.module.css";

const SECOND_MS = 1000;

/** The columns of the agents' table; all but the task have a fixed width, so that nothing moves. */
export function useAgentsColumns(run: RunView): TableColumn<AgentView>[] {
  const { t } = useTranslation(["run", "common"]);
  const length = useLength();
  const now = useNow();
  const asked = (agent: AgentView) => agent.turns > 0;
  const busy = (agent: AgentView) => (agent.since === null ? -1 : now - agent.since);
  return [
    {
      key: "agent",
      head: t("agents.agent"),
      cell: (agent) => agent.agent,
      width: 64,
      sort: (agent) => agent.agent,
    },
    {
      key: "state",
      head: t("agents.state"),
      cell: state,
      width: 112,
      sort: (agent) => AGENT_STATES.indexOf(stateOf(agent)),
    },
    {
      key: "row",
      head: t("agents.row"),
      cell: (agent) => <Num value={agent.source_row} />,
      width: 46,
      align: "right",
      dim: true,
      sort: (agent) => agent.source_row ?? 0,
    },
    {
      key: "task",
      head: t("agents.task"),
      cell: (agent) => agent.label,
      title: (agent) => agent.label,
      sort: (agent) => agent.label,
    },
    {
      key: "model",
      head: t("agents.model"),
      cell: (agent) => modelName(agent.model),
      title: (agent) => agent.model,
      width: 122,
      dim: true,
      wideOnly: true,
    },
    {
      key: "turns",
      head: t("agents.turns"),
      cell: (agent) => <Num value={agent.task === null ? null : agent.turns} />,
      width: 48,
      align: "right",
      sort: (agent) => agent.turns,
    },
    {
      key: "in",
      head: t("agents.tokensIn"),
      cell: (agent) => <Num value={asked(agent) ? agent.input_tokens : null} />,
      width: 70,
      align: "right",
      sort: (agent) => agent.input_tokens,
    },
    {
      key: "out",
      head: t("agents.tokensOut"),
      cell: (agent) => <Num value={asked(agent) ? agent.output_tokens : null} />,
      width: 46,
      align: "right",
      wideOnly: true,
      sort: (agent) => agent.output_tokens,
    },
    {
      key: "usd",
      head: t("agents.usd"),
      cell: (agent) => (
        <Cost amount={asked(agent) ? agent.cost_usd : null} digits={4} unit={false} />
      ),
      width: 62,
      align: "right",
      sort: (agent) => usdNumber(agent.cost_usd),
    },
    {
      key: "time",
      head: t("agents.time"),
      cell: (agent) => (agent.since === null ? NONE : length(busy(agent))),
      width: 90,
      align: "right",
      sort: busy,
    },
  ];

  function state(agent: AgentView) {
    const at = stateOf(agent);
    if (at === "checking") {
      return (
        <span className={classes.checking}>
          <IconListCheck size={12} stroke={2.2} aria-hidden />
          {t("common:agentState.checking")}
        </span>
      );
    }
    const until = at === "waiting" ? (run.waiting_for?.until ?? 0) : 0;
    return (
      <State shape={at === "waiting" ? "waiting" : at === "idle" ? "ended" : "running"}>
        {until > now
          ? t("agents.waitingTime", { seconds: Math.ceil((until - now) / SECOND_MS) })
          : t(`common:agentState.${at}`)}
      </State>
    );
  }
}
