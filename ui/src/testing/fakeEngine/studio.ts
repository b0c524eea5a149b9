import type { DraftFaultView, EvalView, SkillDraftView } from "@/bindings/contract";
import { draftOf, emptyDraft } from "../fixtures/studio";
import { ESTIMATE } from "../fixtures/money";
import { run as someRun } from "../fixtures/runs";
import type { Answers } from "./answers";
import type { House } from "./house";
import { missing } from "./refusals";

/** The skill editor and versions. */
export function studioAnswers(house: House) {
  const { state, stale } = house;
  const kept = new Map<string, SkillDraftView>();
  const drafts = new Map<string, SkillDraftView>();
  const faultsOf = (draft: SkillDraftView): DraftFaultView[] => {
    const faults: DraftFaultView[] = [];
    const add = (at: string, code: string, params: Record<string, string> = {}) =>
      faults.push({ at, code, params });
    if (draft.name === "") add("name", "name_missing");
    if (draft.description.trim() === "") add("description", "description_missing");
    if (draft.instructions.trim() === "") add("instructions", "instructions_missing");
    for (const side of ["inputs", "outputs"] as const) {
      draft[side].forEach((field, at) => {
        if (field.label.trim() === "") add(`${side}.${at}.label`, "label_missing");
      });
    }
    return faults;
  };
  return {
    "skill/find": () => [
      {
        grant: "grant-found",
        name: "pdf-forms",
        description: "Fills forms.",
        problem: null,
        scripts: true,
      },
    ],
    "skill/export": ({ skill }) => ({ path: `/home/anna/${skill}.zip` }),
    "studio/get": ({ skill }) => ({
      draft: skill === undefined ? emptyDraft() : (drafts.get(skill) ?? draftOf(skill)),
      kept: kept.get(skill ?? "") ?? null,
      shipped: state.skills.find((one) => one.skill === skill)?.shipped ?? false,
    }),
    "studio/preview": ({ draft }) => {
      const faults = faultsOf(draft);
      return { faults, problem: null, told: faults.length === 0 ? draft.instructions : null };
    },
    "studio/save": ({ draft }) => {
      const faults = faultsOf(draft);
      if (faults.length > 0) return { skill: null, faults };
      drafts.set(draft.name, draft);
      const known = state.skills.find((one) => one.skill === draft.name);
      const saved = {
        ...(known ?? state.skills[0] ?? missing()),
        skill: draft.name,
        name: draft.name,
        description: draft.description,
        version: String(Number(known?.version ?? "0") + 1),
        shipped: false,
      };
      state.skills = [...state.skills.filter((one) => one !== known), saved];
      stale("skills");
      return { skill: saved, faults: [] };
    },
    "studio/keep": ({ skill, draft }) => {
      if (draft) kept.set(skill ?? "", draft);
      else kept.delete(skill ?? "");
      return {};
    },
    "studio/try": ({ draft, model }) => {
      const started = someRun(`trial-${state.runs.length}`, {
        state: "finished",
        job: null,
        name: `Trial of ${draft.name}`,
        skill: draft.name,
        model,
        practice: model.startsWith("practice/"),
        tasks: { total: 1, done: 1, failed: 0, waiting: 0 },
      });
      state.runs = [started, ...state.runs];
      stale("runs");
      return started;
    },
    "eval/estimate": ({ models, budget_usd: budget }) =>
      models.map((model) => {
        const free = model.startsWith("practice/");
        const smallest = free ? "0" : "0.012";
        const small = !free && budget !== undefined && Number(budget) < Number(smallest);
        return {
          ...ESTIMATE,
          model,
          tasks: 20,
          by_rule: 2,
          calls: { low: 18, likely: 18, most: 36 },
          cost_usd: free
            ? { low: "0", likely: "0", most: "0" }
            : { low: "0.008", likely: "0.0123", most: "0.054" },
          smallest_budget_usd: smallest,
          basis: free ? "practice" : "bounds",
          problems: small
            ? [
                {
                  row: null,
                  column: null,
                  kind: "budget_too_small",
                  message: "the budget is too small",
                  params: { budget: budget, smallest, likely: "0.0123" },
                  blocks_row: false,
                },
              ]
            : [],
        };
      }),
    "eval/start": ({ skill, models }) => evalOf(skill, models),
    "eval/get": () => evalOf("card-coding", ["openai/gpt-6-luna", "practice/sample"]),
    "version/list": () => [
      { id: "0002", version: "2", saved_at: Date.UTC(2026, 10, 30), current: true, runs: 1 },
      { id: "shipped", version: "1", saved_at: null, current: false, runs: 12 },
    ],
    "version/get": () => [
      {
        file: "SKILL.md",
        hunks: [
          [
            { change: "same", old: 9, new: 9, text: "# Card coding" },
            { change: "removed", old: 10, new: null, text: "Choose the account." },
            { change: "added", old: null, new: 10, text: "Choose the one account." },
          ],
        ],
      },
    ],
    "version/restore": ({ skill }) => state.skills.find((one) => one.skill === skill) ?? missing(),
  } satisfies Partial<Answers>;
}

function evalOf(skill: string, models: string[]): EvalView {
  return {
    skill,
    version: "3",
    cases: 20,
    confidence: 0.95,
    over: true,
    models: models.map((model, at) => ({
      model,
      run: `eval-${at}`,
      state: "finished",
      practice: model.startsWith("practice/"),
      done: 20,
      agreed: at === 0 ? 18 : 9,
      fields_agreed: at === 0 ? 38 : 22,
      fields: 40,
      failed: 0,
      by_rule: 2,
      cost_usd: at === 0 ? "0.0123" : "0",
      wall_ms: 4200,
    })),
    pairs: models.slice(1).map((other) => ({
      best: models[0] ?? "",
      other,
      only_best: 9,
      only_other: 0,
      difference: 0.45,
      low: 0.02,
      high: 0.72,
      apart: true,
    })),
    items: [
      {
        id: "oyster",
        agreed: models.map((_, at) => at === 0),
        differs: models.map((_, at) => (at === 0 ? [] : ["Account Description"])),
      },
    ],
  };
}
