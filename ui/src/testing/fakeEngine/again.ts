import type { AskedView } from "@/bindings/contract";
import type { Answers } from "./answers";
import type { House } from "./house";

/** Rows that are asked again, as the real engine does it: a new version without a verdict, and undo. */
export function againAnswers(house: House) {
  const { state, stale, runOf, change, tally, now } = house;
  const askedOf = (run: string, task: number) => state.asked.get(`${run} ${task}`) ?? [];
  return {
    "review/skip": ({ run, task }) => {
      state.acts.push({ run, tasks: [task], kind: "skip" });
      return {};
    },
    "again/plan": ({ run, tasks }) => {
      const { budget_usd, cost_usd } = runOf(run);
      const most = tasks.length * 0.0084;
      const left = budget_usd === null ? null : Number(budget_usd) - Number(cost_usd);
      return {
        rows: tasks.length,
        most_usd: most.toFixed(4),
        fits: left === null || left >= most,
        kind: left === null ? null : "run",
        name: run,
        left_usd: left === null ? null : left.toFixed(4),
        workable_usd: left === null ? null : (Number(cost_usd) + most).toFixed(4),
      };
    },
    "again/ask": ({ run, tasks, note, with_answer, budget_usd }) => {
      if (budget_usd !== undefined) change(run, { budget_usd });
      const rows = tasks.map((task) => {
        const before = askedOf(run, task);
        const version = before.length + 2;
        const asked: AskedView = {
          note,
          with_answer,
          reviewer: state.settings.reviewer,
          at: now + before.length,
          attempt: version,
          ended_as: "done",
          problem: null,
          version,
          former: version - 1,
          undone: false,
        };
        state.asked.set(`${run} ${task}`, [...before, asked]);
        state.verdicts.get(run)?.delete(task);
        return { task, asked };
      });
      state.acts.push({ run, tasks, kind: "again" });
      stale(`review:${run}`, `items:${run}`, "home");
      const { review } = change(run, { review: tally(run) });
      return { rows, answered: rows.length, kept: 0, no_room: false, review };
    },
  } satisfies Partial<Answers>;
}
