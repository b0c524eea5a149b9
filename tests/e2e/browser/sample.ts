import { expect } from "@playwright/test";
import type { Engine } from "./engine.ts";

/** Where the sample job and one finished run of it are. */
export type Sample = {
  job: string;
  run: string;
  skill: string;
};

/** Runs the sample job to its end, in practice mode, past the window. */
export async function runSample(engine: Engine): Promise<Sample> {
  const [job] = await engine.call("job/list", {});
  const [skill] = await engine.call("skill/list", {});
  if (!job || !skill) throw new Error("an empty data folder has no sample job or no skill");
  const { run } = await engine.call("run/start", { job: job.job });
  await expect
    .poll(async () => (await engine.call("run/get", { run })).run.state, { timeout: 120_000 })
    .not.toBe("running");
  return { job: job.job, run, skill: skill.skill };
}
