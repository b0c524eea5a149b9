import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AgentView, Transcript } from "@/bindings/contract";
import { useCall } from "@/data/useCall";
import type { CallError } from "@/lib/callError";

/** A row's transcript; while an agent works on it, it is read again whenever the agent says it is a step further. */
export function useTranscript(
  run: string,
  task: number | null,
  agent: AgentView | null,
): UseQueryResult<Transcript, CallError> {
  const query = useCall("run/transcript", { run, task: task ?? 0 }, { enabled: task !== null });
  const { refetch } = query;
  const step = agent === null ? "" : `${agent.task ?? 0} ${agent.state} ${agent.turns}`;
  // Follows the agent's progress, which only comes as news.
  useEffect(() => {
    if (step !== "" && task !== null) void refetch();
  }, [step, task, refetch]);
  return query;
}
