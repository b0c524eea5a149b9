// A provider that lets 600 requests a minute through, in bursts of one second's worth, and says so only by refusing.
import { custom, getBill, taskFile, timedRun, withScriptedServer } from "./measured-run.mjs";

const TASKS = 200;
const A_MINUTE = 600;
const ANSWER_MS = 50;

/** Ideal: the burst at once, then one call as often as the provider allows, and the last one's answer. */
const rateLimit = (name, agents, words, atMost) => ({
  name,
  title: `${TASKS} calls at ${A_MINUTE} a minute, ${agents} agents${words.length > 0 ? ", refused ones count" : ""}`,
  atMost,
  run: ({ home }) => {
    const server = ["--requests-per-minute", String(A_MINUTE), "--delay-ms", String(ANSWER_MS)];
    return withScriptedServer([...server, ...words, "--forgetful"], async ({ url }) => {
      const ended = timedRun(home, custom(url, taskFile(home, TASKS), agents));
      const early = new Promise((resolve) => setTimeout(resolve, 10_000)).then(() => getBill(url));
      const [{ wall_ms }, before, after] = [await ended, await early, await getBill(url)];
      const late = after.limited - before.limited;
      const share = (100 * late) / Math.max(1, after.requests - before.requests);
      return {
        measuredMs: wall_ms,
        idealMs: ((TASKS - A_MINUTE / 60) / A_MINUTE) * 60_000 + ANSWER_MS,
        also: `refused: ${before.limited} of ${before.requests} in the first ten seconds, then ${share.toFixed(1)} %`,
        wrong: share > 1 ? "more than 1 % refused after the first ten seconds" : undefined,
      };
    });
  },
});

export const rateLimit64 = rateLimit("rate-limit", 64, [], 1.05);
export const rateLimit16 = rateLimit("rate-limit-16", 16, [], 1.05);
export const rateLimitCounting = rateLimit("rate-limit-counting", 16, ["--count-refused"], 1.1);
