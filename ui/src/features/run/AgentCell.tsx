import { IconListCheck } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { AgentView } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import classes from "./AgentCells.module.css";
import { stateOf } from "./agentSums";

type Props = {
  agent: AgentView;
  small: boolean;
  chosen: boolean;
  /** True if Tab stops here. */
  stop: boolean;
  /** Time at its row against the usual, 0 to 1. */
  progress: number;
  onChoose: (agent: number) => void;
};

/** An agent: its number, the shape of its state, and how far it is. */
export const AgentCell = memo(function AgentCell(props: Props) {
  const { t } = useTranslation(["run", "common"]);
  const { agent, small } = props;
  const state = stateOf(agent);
  const words = { agent: agent.agent, state: t(`common:agentState.${state}`) };
  const name =
    agent.source_row === null
      ? t("agents.cell", words)
      : t("agents.cellRow", { ...words, row: agent.source_row });
  return (
    <button
      type="button"
      className={classes.cell}
      data-state={state}
      aria-pressed={props.chosen}
      tabIndex={props.stop ? 0 : -1}
      aria-label={name}
      title={agent.label === "" ? name : `${name}: ${agent.label}`}
      onClick={() => props.onChoose(agent.agent)}
    >
      {!small && <span className={classes.number}>{agent.agent}</span>}
      {state === "checking" ? (
        <IconListCheck size={small ? 10 : 12} stroke={2.2} aria-hidden />
      ) : (
        <StateShape
          shape={state === "waiting" ? "waiting" : state === "idle" ? "ended" : "running"}
        />
      )}
      {!small && <i className={classes.progress} style={{ width: `${props.progress * 100}%` }} />}
    </button>
  );
});
