// A thousand tasks in practice mode, whose answers take 20 to 120 ms each and cost nothing.
import { taskFile, timedRun } from "./measured-run.mjs";

const TASKS = 1000;
const AGENTS = 8;
const MEAN_ANSWER_MS = 70;

export const practice = {
  name: "practice",
  title: `${TASKS} practice tasks, ${AGENTS} agents`,
  /** Ideal: agents do nothing but wait for answers. */
  async run({ home }) {
    const ended = await timedRun(home, [
      ...["--skill", "tests/bench/echo", "--tasks", taskFile(home, TASKS)],
      ...["--model", "practice/sample", "--agents", String(AGENTS), "--budget", "1"],
    ]);
    return { measuredMs: ended.wall_ms, idealMs: (TASKS * MEAN_ANSWER_MS) / AGENTS };
  },
};
