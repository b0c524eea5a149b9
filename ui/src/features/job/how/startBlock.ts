import type { EstimateView, JobView, ModelOption, TableProblem } from "@/bindings/contract";
import { compareUsd } from "@/lib/money";
import { providerOf } from "@/lib/providers";
import { missingInputs } from "../grid/mapping";
import { addressOf, isOwnServer } from "./ownServer";

/** What keeps a job from starting, most basic first. */
export type StartBlock =
  | { kind: "no_skill" }
  | { kind: "skill_problem"; problem: string }
  | { kind: "no_table" }
  | { kind: "no_rows" }
  | { kind: "missing"; inputs: string[] }
  | { kind: "no_key"; provider: string }
  | { kind: "no_address" }
  | { kind: "no_price" }
  | { kind: "no_budget" }
  | { kind: "budget_small"; smallest: string }
  | { kind: "cap_small" };

/** The first thing that keeps the job from starting; null if nothing does, as far as is known. */
export function startBlock(
  job: JobView,
  estimate: EstimateView | undefined,
  option: ModelOption | undefined,
): StartBlock | null {
  if (!job.skill) return { kind: "no_skill" };
  if (job.skill.problem !== null) return { kind: "skill_problem", problem: job.skill.problem };
  if (!job.table) return { kind: "no_table" };
  if (job.table.rows === 0) return { kind: "no_rows" };
  const missing = missingInputs(job.inputs, job.mapping, job.table.columns);
  if (missing.length > 0) return { kind: "missing", inputs: missing.map((input) => input.label) };
  if (option && !option.ready) return { kind: "no_key", provider: providerOf(job.model) };
  if (isOwnServer(job.model) && addressOf(job.ways, job.model) === "")
    return { kind: "no_address" };
  if (!estimate) return null;
  if (estimate.price_unknown) return { kind: "no_price" };
  const smallest = estimate.smallest_budget_usd;
  if (compareUsd(smallest, "0") <= 0) return null;
  if (job.budget_usd === null) return { kind: "no_budget" };
  if (compareUsd(job.budget_usd, smallest) < 0) return { kind: "budget_small", smallest };
  if (estimate.problems.some(isCapProblem)) return { kind: "cap_small" };
  return null;
}

/** Problems with the money: they concern the run, not single rows. */
export function isMoneyProblem({ kind }: TableProblem): boolean {
  return ["no_price", "no_budget", "budget_too_small"].includes(kind) || isCapProblem({ kind });
}

/** A cap beside the run's budget that has no room for one call. */
export function isCapProblem({ kind }: Pick<TableProblem, "kind">): boolean {
  return kind.startsWith("cap_too_small");
}
