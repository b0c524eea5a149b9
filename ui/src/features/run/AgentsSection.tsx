import { ActionIcon } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AgentView, RunView } from "@/bindings/contract";
import { Loading } from "@/components/Loading";
import { showCount } from "@/lib/numbers";
import { AgentCells } from "./AgentCells";
import classes from "./AgentsSection.module.css";
import { AheadSelect } from "./AheadSelect";
import { agentSums, nextAgents } from "./agentSums";
import { PaceLine } from "./PaceLine";
import { providerTitle } from "./providerOf";
import type { RunActs } from "./useRunActs";

type Props = {
  run: RunView;
  agents: AgentView[];
  acts: RunActs;
  chosen: number | null;
  onChoose: (agent: number) => void;
};

/** The agents of a run at work: what they are at as a sum, fewer or more of them, and a cell for each. */
export function AgentsSection({ run, agents, acts, chosen, onChoose }: Props) {
  const { t } = useTranslation("run");
  const count = acts.agentsAsked ?? run.agents;
  const parts = agentSums(agents).map(({ state, count: some }) =>
    state === "waiting" && run.waiting_for !== null
      ? t("agents.waitingFor", { count: some, provider: providerTitle(run.waiting_for.provider) })
      : t(`agents.${state}`, { count: some }),
  );
  const sum =
    parts.length === 0
      ? t("agents.starting")
      : t("agents.sum", { parts: parts.join(t("agents.plus")), total: agents.length });
  return (
    <section className={classes.section} aria-label={t("agents.label")}>
      <div className={classes.head}>
        <h2>{t("agents.title")}</h2>
        <p className={classes.sum} title={sum}>
          {sum}
        </p>
        {run.unreviewed !== null && run.unreviewed > 0 && (
          <p className={classes.waiting}>{t("ahead.waiting", { count: run.unreviewed })}</p>
        )}
        <AheadSelect run={run} />
        <div className={classes.number}>
          <ActionIcon
            variant="default"
            size={24}
            aria-label={t("agents.fewer")}
            title={t("agents.fewer")}
            disabled={nextAgents(count, -1) === count}
            onClick={() => acts.setAgents(nextAgents(count, -1))}
          >
            <IconMinus size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
          <output className={classes.count} aria-label={t("agents.number")}>
            {showCount(count)}
          </output>
          <ActionIcon
            variant="default"
            size={24}
            aria-label={t("agents.more")}
            title={t("agents.more")}
            disabled={nextAgents(count, 1) === count}
            onClick={() => acts.setAgents(nextAgents(count, 1))}
          >
            <IconPlus size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      {agents.length === 0 ? (
        <Loading lines={2} />
      ) : (
        <AgentCells run={run} agents={agents} chosen={chosen} onChoose={onChoose} />
      )}
      <PaceLine run={run} />
    </section>
  );
}
