// A thousand calls over HTTP to a scripted provider in its own process, which answers after 200 ms.
import { taskFile, timedRun, withScriptedServer } from "./measured-run.mjs";

const TASKS = 1000;
const AGENTS = 64;
const ANSWER_MS = 200;
const MODEL = "custom/scripted";

export const fanOut = {
  name: "fan-out",
  title: `${TASKS} calls of ${ANSWER_MS} ms, ${AGENTS} agents`,
  /** Ideal: full rows of agents, one after the other, with nothing between. */
  run: ({ home }) =>
    withScriptedServer(["--delay-ms", String(ANSWER_MS), "--forgetful"], async (url) => {
      const measured = await timedRun(
        home,
        [
          ...["--skill", "tests/bench/echo", "--tasks", taskFile(home, TASKS)],
          ...[
            "--model",
            MODEL,
            "--endpoint",
            `${url}/v1`,
            "--agents",
            String(AGENTS),
            "--budget",
            "100",
          ],
        ],
        [["prices", "set", MODEL, "--input", "1", "--output", "5"]],
      );
      return { measuredMs: measured, idealMs: Math.ceil(TASKS / AGENTS) * ANSWER_MS };
    }),
};
