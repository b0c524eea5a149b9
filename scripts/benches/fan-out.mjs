// Many calls over HTTP to a scripted provider in its own process, each answered after the same time.
import { custom, fullRounds, taskFile, timedRun, withScriptedServer } from "./measured-run.mjs";

/** Ideal: full rows of agents, one after the other, with nothing between. */
const fanOut = (name, tasks, agents, answerMs, atMost) => ({
  name,
  title: `${tasks} calls of ${answerMs} ms, ${agents} agents`,
  atMost,
  run: ({ home }) =>
    withScriptedServer(["--delay-ms", String(answerMs), "--forgetful"], async ({ url }) => {
      const ended = await timedRun(home, custom(url, taskFile(home, tasks), agents));
      return { measuredMs: ended.wall_ms, idealMs: fullRounds(tasks, agents, answerMs) };
    }),
});

export const fanOut1000 = fanOut("fan-out", 1000, 64, 200, 1.03);
export const fanOut10000 = fanOut("fan-out-10000", 10_000, 256, 50, 1.08);
