import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AgentView, RunDetail } from "@/bindings/contract";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { State } from "@/components/State";
import { showUsd } from "@/lib/money";
import { useLength } from "@/lib/useLength";
import { useNow } from "@/lib/useNow";
import { stateOf } from "./agentSums";
import { Conversation } from "./Conversation";
import classes from "./TranscriptPanel.module.css";
import { useTranscript } from "./useTranscript";

type Props = {
  detail: RunDetail;
  /** The agent it was opened from; none if a row was chosen. */
  agent: AgentView | null;
  task: number | null;
  onClose: () => void;
};

/** What was said between an agent and the model, for the chosen agent's row or the chosen row. */
export function TranscriptPanel({ detail, agent, task, onClose }: Props) {
  const { t } = useTranslation(["run", "common"]);
  const navigate = useNavigate();
  const length = useLength();
  const now = useNow();
  const query = useTranscript(detail.run.run, task, agent);
  const row = query.data?.row ?? null;
  const title =
    agent !== null
      ? t("transcript.agent", { agent: agent.agent })
      : t("transcript.row", { row: row?.source_row ?? task ?? 0 });
  const cost = agent?.cost_usd ?? row?.cost_usd ?? "0";
  const amount = showUsd(cost, 4);
  const foot =
    agent?.since == null
      ? t("transcript.foot", { amount })
      : t("transcript.footTime", { amount, time: length(now - agent.since) });
  const judge = row !== null && row.outcome === "done";
  return (
    <Panel
      place="side"
      label={t("transcript.label")}
      padded={false}
      title={
        <span className={classes.title}>
          {title}
          {agent !== null && (
            <State shape={stateOf(agent) === "waiting" ? "waiting" : "running"}>
              {t(`common:agentState.${stateOf(agent)}`)}
            </State>
          )}
        </span>
      }
      aside={
        <ActionIcon size={24} aria-label={t("common:do.close")} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      }
      foot={
        <div className={classes.foot}>
          <span className={classes.cost}>{foot}</span>
          {judge && (
            <Button
              size="sm"
              onClick={() =>
                void navigate({
                  to: "/review/$run",
                  params: { run: detail.run.run },
                  search: { task: row.task, filter: "all" },
                })
              }
            >
              {t("transcript.review")}
            </Button>
          )}
        </div>
      }
    >
      {task === null ? (
        <p className={classes.nothing}>{t("transcript.idle")}</p>
      ) : (
        <Region query={query}>
          {(transcript) => <Conversation detail={detail} transcript={transcript} />}
        </Region>
      )}
    </Panel>
  );
}
