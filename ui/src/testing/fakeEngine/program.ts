import type { KeyView } from "@/bindings/contract";
import { MODELS } from "../fixtures/money";
import { costRows } from "../fixtures/spending";
import { skillView } from "../fixtures/skills";
import type { Answers } from "./answers";
import type { House } from "./house";
import { fail, missing, refusal } from "./refusals";

/** The program itself, money, skills, keys and choices. */
export function houseAnswers(house: House) {
  const { empty, state, stale, month, money } = house;
  return {
    "app/info": () => ({
      version: "0.1.0",
      home: "/home/anna/.local/share/stampmill",
      zone: "Europe/London",
      language: navigator.language.startsWith("zh") ? "zh" : "en",
      first_start: empty,
    }),
    "app/status": () => {
      const open = state.runs.filter((run) => ["running", "paused"].includes(run.state));
      const working = open.filter((run) => run.state === "running");
      return {
        open_runs: open,
        runs_at_work: working.length,
        agents_busy: working.reduce((sum, run) => sum + run.at_work, 0),
        agents_total: working.reduce((sum, run) => sum + run.agents, 0),
        review_waiting: state.runs.reduce((sum, run) => sum + run.review.needs_review, 0),
        month: money(),
        zone: "Europe/London",
      };
    },
    "home/get": () => ({
      jobs: state.jobs,
      runs: state.runs,
      review_waiting: state.runs.reduce((sum, run) => sum + run.review.needs_review, 0),
      month: money(),
    }),
    "costs/get": ({ by, month: asked }) => {
      const today = new Date().getUTCDate();
      const rows =
        empty || (asked !== undefined && asked > month())
          ? []
          : costRows(by, asked ?? month(), asked === undefined || asked === month() ? today : 31);
      const spent = rows.length > 0;
      return {
        by,
        zone: "Europe/London",
        rows,
        total_usd: spent ? "14.12" : "0",
        total_without_cache_usd: spent ? "23.48" : "0",
      };
    },
    "skill/list": () => state.skills,
    "skill/get": ({ skill }) =>
      skillView(skill) ?? fail("unknown_skill", `there is no skill \`${skill}\``),
    "skill/import": () => {
      const added = {
        ...(state.skills[0] ?? missing()),
        skill: "my-skill",
        name: "my-skill",
        shipped: false,
      };
      state.skills = [...state.skills, added];
      stale("skills");
      return added;
    },
    "key/list": () => state.keys,
    "key/set": ({ provider, name = "Default", key, session_only }) => {
      const place = session_only ? "session" : "store";
      const same = (known: KeyView) => known.provider === provider && known.name === name;
      const first = state.keys.keys.find((known) => known.provider === provider) ?? missing();
      const set = { ...first, name, place, last_four: key.slice(-4) };
      state.keys.keys = state.keys.keys.some(same)
        ? state.keys.keys.map((known) => (same(known) ? set : known))
        : state.keys.keys.flatMap((known) => (known === first ? [known, set] : [known]));
      stale("keys");
      return state.keys;
    },
    "key/remove": ({ provider, name = "Default" }) => {
      state.keys.keys = state.keys.keys.flatMap((known) => {
        if (known.provider !== provider || known.name !== name) return [known];
        return name === "Default" ? [{ ...known, place: "none", last_four: null }] : [];
      });
      stale("keys");
      return state.keys;
    },
    "key/test": ({ provider }) =>
      provider === "openai"
        ? { accepted: false, problem: "incorrect API key provided", models: 0 }
        : { accepted: true, problem: null, models: 12 },
    "limits/list": () =>
      empty
        ? []
        : [
            { provider: "anthropic", name: "Default", kind: "requests", limit: 100, left: 97 },
            { provider: "anthropic", name: "Default", kind: "input", limit: 200_000, left: 91_400 },
            { provider: "anthropic", name: "Default", kind: "output", limit: 40_000, left: 12_900 },
          ],
    "model/list": () => MODELS,
    "price/list": () => state.prices,
    "price/set": ({ model, input, output, cache_read, from, confirmed }) => {
      if (confirmed !== true && Number(input) > 0 && Number(input) < 0.001) {
        throw refusal("price_far_off", `${input} is far off`, {
          model,
          entered: input,
          known: "1",
          of: model,
        });
      }
      const day = from ?? new Date().toISOString().slice(0, 10);
      state.prices = [
        ...state.prices.map((price) =>
          price.model === model ? { ...price, in_force: false } : price,
        ),
        {
          model,
          from: day,
          input,
          output,
          cache_read: cache_read ?? null,
          cache_write_5m: null,
          cache_write_1h: null,
          long_context_above: null,
          source: "person",
          in_force: true,
        },
      ];
      stale("prices");
      return {};
    },
    "price/remove": ({ model, from }) => {
      const left = state.prices.filter(
        (price) =>
          price.model !== model ||
          price.source !== "person" ||
          (from !== undefined && price.from !== from),
      );
      const last = left.findLastIndex((price) => price.model === model);
      state.prices = left.map((price, place) =>
        place === last ? { ...price, in_force: true } : price,
      );
      stale("prices");
      return {};
    },
    "settings/get": () => state.settings,
    "settings/set": (settings) => {
      state.settings = settings;
      stale("settings", "home");
      return settings;
    },
  } satisfies Partial<Answers>;
}
