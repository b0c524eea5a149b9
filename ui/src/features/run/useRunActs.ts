import type { Money, RunView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";

/** What a person can do to a run. */
export type RunActs = {
  pause: () => void;
  resume: () => void;
  stop: (then: () => void) => void;
  setAgents: (agents: number) => void;
  /** Raises the cap; a run that stands at its budget goes on if `goOn`. */
  raise: (budget: Money, goOn: boolean, then?: () => void) => void;
  /** The last refusal of pause, resume, agents or the budget; none if the last act went well. */
  error: unknown;
  /** Why the run could not be stopped. */
  stopError: unknown;
  /** Why the budget could not be raised. */
  raiseError: unknown;
  /** True while pausing, resuming, stopping or raising is on its way. */
  busy: boolean;
  /** The number of agents asked for, until the engine says it has it. */
  agentsAsked: number | null;
};

/** The changing methods of one run. */
export function useRunActs({ run }: Pick<RunView, "run">): RunActs {
  const pause = useAct("run/pause");
  const resume = useAct("run/resume");
  const stop = useAct("run/stop");
  const agents = useAct("run/set_agents");
  const budget = useAct("run/set_budget");
  return {
    pause: () => pause.mutate({ run }, { onSettled: resume.reset }),
    resume: () => resume.mutate({ run }, { onSettled: pause.reset }),
    stop: (then) => stop.mutate({ run }, { onSuccess: then }),
    setAgents: (count) => agents.mutate({ run, agents: count }),
    raise: (budget_usd, goOn, then) =>
      budget.mutate(
        { run, budget_usd },
        {
          onSuccess: () => {
            then?.();
            if (goOn) resume.mutate({ run });
          },
        },
      ),
    error: pause.error ?? resume.error ?? agents.error,
    stopError: stop.error,
    raiseError: budget.error,
    busy: [pause, resume, stop, budget].some((act) => act.isPending),
    agentsAsked: agents.isPending ? agents.variables.agents : null,
  };
}
