import { useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { AgentView, RunView } from "@/bindings/contract";
import { useNow } from "@/lib/useNow";
import { AgentCell } from "./AgentCell";
import classes from "./AgentCells.module.css";
import { usualMs } from "./usualMs";

/** Over so many agents a cell is a small square without its number. */
const SMALL_OVER = 128;

type Props = {
  run: RunView;
  agents: AgentView[];
  chosen: number | null;
  onChoose: (agent: number) => void;
};

/** One cell for each agent, in place by its number; arrows move between them, Enter or a click opens. */
export function AgentCells({ run, agents, chosen, onChoose }: Props) {
  const { t } = useTranslation("run");
  const list = useRef<HTMLUListElement>(null);
  const now = useNow();
  const usual = usualMs(run);
  const small = agents.length > SMALL_OVER;
  const stop = agents.some((agent) => agent.agent === chosen) ? chosen : agents[0]?.agent;
  const onKeyDown = (event: KeyboardEvent) => {
    const cells = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = cells.findIndex((cell) => cell === event.target);
    const first = cells[0]?.offsetTop;
    const wide = Math.max(1, cells.filter((cell) => cell.offsetTop === first).length);
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: wide,
      ArrowUp: -wide,
      Home: -at,
      End: cells.length - 1 - at,
    };
    const by = steps[event.key];
    if (by === undefined || at === -1) return;
    event.preventDefault();
    cells[at + by]?.focus();
  };
  return (
    // The buttons inside take the keys; the list only listens for them.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      className={classes.cells}
      data-small={small}
      aria-label={t("agents.label")}
      onKeyDown={onKeyDown}
    >
      {agents.map((agent) => (
        <li key={agent.agent}>
          <AgentCell
            agent={agent}
            small={small}
            chosen={agent.agent === chosen}
            stop={agent.agent === stop}
            progress={
              usual === null || agent.since === null
                ? 0
                : Math.min(0.95, (now - agent.since) / usual)
            }
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}
