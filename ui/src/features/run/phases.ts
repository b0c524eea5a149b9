import type { RunView } from "@/bindings/contract";
import type { ShapeName } from "@/lib/shapes";

/** A stage every row passes: how many are through it, of how many. */
export type Phase = {
  key: "rules" | "model" | "review";
  count: number;
  total: number;
  shape: ShapeName;
  /** True while work goes on in it. */
  now: boolean;
};

/** Rules first, the model for what they leave undecided, a person for what needs one. */
export function phasesOf(run: RunView): Phase[] {
  const { tasks, done_by, review } = run;
  const undecided = tasks.total - done_by.rule;
  const ended = done_by.model + done_by.person + tasks.failed;
  const judged = review.accepted + review.corrected + review.rejected;
  const due = judged + review.needs_review;
  const open = tasks.waiting > 0;
  const atWork = run.state === "running" && open;
  return [
    {
      key: "rules",
      count: done_by.rule,
      total: tasks.total,
      shape: open && done_by.rule === 0 && ended === 0 ? "waiting" : "done",
      now: false,
    },
    {
      key: "model",
      count: Math.min(ended, undecided),
      total: undecided,
      shape: atWork ? "running" : open ? (run.state === "paused" ? "paused" : "ended") : "done",
      now: atWork,
    },
    {
      key: "review",
      count: judged,
      total: due,
      shape: review.needs_review > 0 ? "review" : due > 0 ? "done" : "waiting",
      now: false,
    },
  ];
}
