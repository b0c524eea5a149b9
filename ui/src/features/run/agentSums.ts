import type { AgentView } from "@/bindings/contract";

/** What an agent can be at, in the order it is said. */
export const AGENT_STATES = ["answering", "checking", "rules", "waiting", "idle"] as const;

/** A state of an agent. */
export type AgentState = (typeof AGENT_STATES)[number];

/** The state of an agent; a word of a newer engine counts as idle. */
export function stateOf(agent: Pick<AgentView, "state">): AgentState {
  return AGENT_STATES.find((known) => known === agent.state) ?? "idle";
}

/** How many agents are at what; states nobody is in are left out. The counts add up to all agents. */
export function agentSums(agents: AgentView[]): { state: AgentState; count: number }[] {
  return AGENT_STATES.map((state) => ({
    state,
    count: agents.filter((agent) => stateOf(agent) === state).length,
  })).filter(({ count }) => count > 0);
}

const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];

/** The next plain number of agents up or down; the same if there is none. */
export function nextAgents(now: number, step: 1 | -1): number {
  return step === 1
    ? (STEPS.find((count) => count > now) ?? now)
    : (STEPS.findLast((count) => count < now) ?? now);
}

/** The agent after or before the chosen one, by number; the first if none is chosen; none without agents. */
export function neighbourOf(agents: AgentView[], chosen: number | null, by: 1 | -1): number | null {
  const at = agents.findIndex((agent) => agent.agent === chosen);
  const next = at === -1 ? agents[0] : agents[at + by];
  return (next ?? agents[at])?.agent ?? null;
}
