import type { ClosingView, SampleView, StratumView } from "@/bindings/contract";
import { sheetOf } from "../fixtures/sheets";
import { since } from "../fixtures/since";
import type { Answers } from "./answers";
import type { House } from "./house";
import { fail } from "./refusals";

/** Samples and sign-offs, with bounds as the real engine reckons them for a clean sample of very many. */
export function closingAnswers(house: House) {
  const { state, stale, runOf, tasksOf, change, tally } = house;
  const samples = new Map<string, SampleView[]>();
  const signs = new Map<string, { reviewer: string; at: number; seal: string }[]>();
  const open = (run: string) =>
    tasksOf(run).filter((row) => row.outcome === "done" && row.verdict === null);
  const lookAt = (all: number, tolerable: number, confidence: number) =>
    Math.min(all, Math.ceil(Math.log(1 - confidence) / Math.log(1 - tolerable)));
  const standing = (run: string, sample: SampleView): SampleView => {
    const verdicts = state.verdicts.get(run);
    const said = sample.tasks.flatMap((task) => verdicts?.get(task) ?? []);
    const wrong = said.filter((verdict) => verdict !== "accepted").length;
    const accepted = [...(verdicts?.values() ?? [])].filter((one) => one === "by_sample").length;
    const finished = said.length === sample.drawn;
    const share =
      wrong === 0 ? 1 - (1 - sample.confidence) ** (1 / Math.max(1, sample.drawn)) : 0.5;
    const reached = finished && share <= sample.tolerable;
    return {
      ...sample,
      looked: said.length,
      wrong,
      accepted,
      state: accepted > 0 ? "accepted" : finished ? (reached ? "reached" : "missed") : "open",
      at_most: finished ? Math.floor(share * sample.rest) : null,
      at_most_share: finished ? share : null,
      next: finished && !reached ? sample.drawn * 2 : null,
      strata: sample.strata.map((stratum) => ({ ...stratum, looked: said.length, wrong })),
    };
  };
  const stratum = (size: number, drawn: number): StratumView => ({
    by: "model",
    value: null,
    band: null,
    size,
    drawn,
    looked: 0,
    wrong: 0,
  });
  const opinions = (run: string) => {
    const [newest] = state.opinions.get(run) ?? [];
    return newest ? { rows: newest.with_opinion, disagree: newest.disagree } : null;
  };
  const seal = (run: string) => JSON.stringify([...(state.verdicts.get(run) ?? [])]);
  const sheet = (id: string): ClosingView => {
    const run = runOf(id);
    const { accepted, corrected, rejected, by_sample, left } = run.review;
    return {
      run: id,
      name: run.name,
      number: run.number,
      source: sheetOf(run.skill).source,
      skill: run.skill,
      skill_versions: [run.skill_version],
      skill_hash: "5c1f2a90b7de",
      model: run.model,
      practice: run.practice,
      since: since(run),
      cost_usd: run.cost_usd,
      uncertain_usd: run.uncertain_usd,
      started_at: run.started_at,
      ended_at: run.ended_at,
      can_sign: run.state !== "running",
      counts: {
        rows: run.tasks.total,
        accepted,
        corrected,
        rejected,
        by_sample,
        failed: run.tasks.failed,
        unreviewed: left,
        unfinished: run.tasks.waiting,
      },
      reviewers:
        accepted > 0
          ? [
              {
                reviewer: "R. Okafor",
                verdict: "accepted",
                rows: accepted,
                first: run.started_at,
                last: run.started_at + 60_000,
              },
            ]
          : [],
      samples: (samples.get(id) ?? []).map((sample) => standing(id, sample)),
      opinions: opinions(id),
      sign_offs: (signs.get(id) ?? []).map((sign, at) => ({
        number: at + 1,
        reviewer: sign.reviewer,
        signed_at: sign.at,
        changed: sign.seal !== seal(id),
      })),
      program: "0.1.0",
    };
  };
  return {
    "sample/plan": ({ run, tolerable, confidence }) => {
      const population = open(run).length;
      const look = lookAt(population, tolerable, confidence);
      return { population, look_at: look, strata: [stratum(population, look)] };
    },
    "sample/draw": ({ run, tolerable, confidence, scope }) => {
      const rows = open(run);
      const drawn = lookAt(rows.length, tolerable, confidence);
      const before = samples.get(run) ?? [];
      const sample: SampleView = {
        sample: before.length + 1,
        seed: "20261130",
        tolerable,
        confidence,
        scope: scope ?? "unjudged",
        reviewer: state.settings.reviewer,
        drawn_at: Date.now(),
        state: "open",
        strata: [stratum(rows.length, drawn)],
        tasks: rows.slice(0, drawn).map((row) => row.task),
        population: rows.length,
        drawn,
        looked: 0,
        wrong: 0,
        rest: rows.length - drawn,
        accepted: 0,
        at_most: null,
        at_most_share: null,
        next: null,
        uncovered: { failed: runOf(run).tasks.failed, waiting: 0, others: 0, changed: 0 },
      };
      samples.set(run, [...before, sample]);
      stale(`review:${run}`);
      return sample;
    },
    "sample/list": ({ run }) => (samples.get(run) ?? []).map((sample) => standing(run, sample)),
    "sample/accept_rest": ({ run, sample: number }) => {
      const sample =
        samples.get(run)?.find((one) => one.sample === number) ?? fail("bad_value", "no sample");
      const rest = open(run)
        .map((row) => row.task)
        .filter((task) => !sample.tasks.includes(task));
      return house.judge(run, rest, "by_sample");
    },
    "since/get": ({ run }) => since(runOf(run)),
    "signoff/get": ({ run }) => sheet(run),
    "signoff/sign": ({ run, reviewer }) => {
      const name = reviewer ?? state.settings.reviewer;
      if (name === "") fail("no_reviewer", "no name is given");
      state.settings = { ...state.settings, reviewer: name };
      signs.set(run, [
        ...(signs.get(run) ?? []),
        { reviewer: name, at: Date.now(), seal: seal(run) },
      ]);
      change(run, { review: tally(run) });
      stale(`review:${run}`, "settings");
      return sheet(run);
    },
  } satisfies Partial<Answers>;
}
