import type {
  AgreementView,
  EstimateView,
  OpinionParams,
  OpinionView,
  TaskRow,
  VerificationView,
} from "@/bindings/contract";
import { run as runFixture } from "../fixtures/runs";
import type { Answers } from "./answers";
import type { House } from "./house";
import { fail } from "./refusals";

/** Others differ from every tenth result. */
export function differs(task: number): boolean {
  return task % 10 === 0;
}

/** Second opinions: asked, answered at once, and beside the results they are about. */
export function opinionAnswers(house: House) {
  const { state, stale, runOf, tasksOf, tasksThatMatch } = house;
  const about = (order: OpinionParams): { rows: TaskRow[]; population: number } => {
    const all = tasksThatMatch(
      order.run,
      order.rows === "unjudged" || order.rows === "by_model" ? order.rows : "all",
      "",
    ).filter(
      (row) => row.outcome === "done" && (order.rows !== "findings" || row.findings.length > 0),
    );
    return { rows: all.slice(0, order.sample ?? all.length), population: all.length };
  };
  const free = (models: string[]) => models.every((model) => model.startsWith("practice/"));
  const estimate = (order: OpinionParams): EstimateView => {
    const questions = about(order).rows.length * order.models.length;
    const usd = (each: number) => (free(order.models) ? "0" : (questions * each).toFixed(4));
    return {
      model: order.models[0] ?? "",
      tasks: about(order).rows.length,
      by_rule: 0,
      calls: { low: questions, likely: questions, most: questions * 2 },
      cost_usd: { low: usd(0.0006), likely: usd(0.0009), most: usd(0.0051) },
      wall_s: { likely: Math.ceil(questions / 8) },
      smallest_budget_usd: usd(0.0051 / Math.max(1, questions)),
      basis: free(order.models) ? "practice" : "bounds",
      basis_count: 0,
      price_unknown: false,
      second_models: [],
      second_calls: 0,
      window_tokens: null,
      long_documents: [],
      split: false,
      problems: [],
    };
  };
  const agreement = (run: string, rows: TaskRow[]): AgreementView[] =>
    (runOf(run).skill === "card-coding"
      ? ["account", "confidence", "reason"]
      : Object.keys(rows[0]?.output ?? {})
    ).map((field, at) => ({
      field,
      label: at === 0 && runOf(run).skill === "card-coding" ? "Account Description" : field,
      not_compared: field === "confidence" ? "confidence" : field === "reason" ? "free_text" : null,
      compared: rows.length,
      agreed: rows.filter((row) => !differs(row.task)).length,
      low: null,
      high: null,
      kappa: at === 0 ? 0.86 : null,
      no_kappa: at === 0 ? null : "not_categories",
    }));
  return {
    "opinion/plan": (order) => ({
      rows: about(order).rows.length,
      population: about(order).population,
      estimate: estimate(order),
    }),
    "opinion/start": (order) => {
      const { rows, population } = about(order);
      const [model = fail("bad_value", "nobody is asked")] = order.models;
      const questions = rows.length * order.models.length;
      const before = state.opinions.get(order.run) ?? [];
      const mine = runFixture(`${order.run}-opinion-${before.length + 1}`, {
        name: `Second opinion: ${runOf(order.run).name}`,
        number: before.length + 1,
        model,
        practice: free(order.models),
        verifies: order.run,
        tasks: { total: questions, done: questions, failed: 0, waiting: 0 },
        cost_usd: estimate(order).cost_usd.likely,
        started_at: Date.now(),
        ended_at: Date.now(),
      });
      state.runs = [mine, ...state.runs];
      const found: VerificationView = {
        run: mine.run,
        of_run: order.run,
        name: `${mine.name} ${mine.number}`,
        state: mine.state,
        kind: order.kind,
        models: order.models,
        practice: mine.practice,
        rows_of: order.rows,
        population,
        seed: null,
        rows: rows.length,
        questions,
        answered: questions,
        failed: 0,
        with_opinion: rows.length,
        disagree: rows.filter((row) => differs(row.task)).length,
        cost_usd: mine.cost_usd,
        agreement: agreement(order.run, rows),
      };
      state.opinions.set(order.run, [found, ...before]);
      stale(`opinions:${order.run}`, `review:${order.run}`, "runs");
      return mine;
    },
    "opinion/list": ({ run }) => state.opinions.get(run) ?? [],
    "opinion/item": ({ run, task }) => {
      const row = tasksOf(run)[task - 1];
      const fields = Object.keys(row?.output ?? {});
      return (state.opinions.get(run) ?? []).flatMap((found): OpinionView[] =>
        found.models.map((model, at) => ({
          run: found.run,
          task: task * found.models.length + at,
          verifier: at + 1,
          model,
          practice: found.practice,
          kind: found.kind,
          state: "done",
          at: Date.now(),
          why: "The shop sells fuel, not food.",
          fields: fields.map((field, place) => ({
            field,
            label: field,
            says: place > 0 ? "not_compared" : differs(task) ? "disagrees" : "agrees",
            not_compared: place > 0 ? "free_text" : null,
            value: differs(task) ? "Vehicle Fuel" : (row?.shown[place] ?? ""),
            why: "",
            quote: found.kind === "check" && differs(task) ? (row?.cells[1] ?? "") : "",
          })),
        })),
      );
    },
  } satisfies Partial<Answers>;
}
