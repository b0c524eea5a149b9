import type { LessonView } from "@/bindings/contract";
import type { Answers } from "./answers";
import type { House } from "./house";

/** What a correction teaches, as the real engine proposes it. */
export function learnAnswers(house: House) {
  const { runOf, taskAt, stale } = house;
  const lessonOf = (run: string, task: number, kind: string): LessonView => {
    const row = taskAt(run, task);
    const label = row.cells[1] ?? "";
    return {
      kind,
      skill: runOf(run).skill,
      version: "3",
      fields: [{ label: "Account Description", from: "Food Costs", to: row.shown[0] ?? "" }],
      when: kind === "check" ? [] : [{ label: "Creditor", text: `is ${label}` }],
      then: kind === "check" ? [] : [{ label: "Account Description", text: row.shown[0] ?? "" }],
      check:
        kind === "check"
          ? { kind: "range", label: "Confidence", min: "0.55", max: "", pattern: "", listed: 0 }
          : null,
      agreeing: kind === "rule" ? 4 : 0,
      against: kind === "rule" ? 1 : 0,
      runs: 2,
      rows: 824,
      changed: 12,
      accepted: 3,
      changes: [
        {
          run,
          run_name: runOf(run).name,
          task: task + 1,
          row: row.source_row + 1,
          label,
          now: "Food Costs",
          then: kind === "example" ? "" : (row.shown[0] ?? ""),
          accepted: true,
        },
      ],
    };
  };
  return {
    "learn/preview": ({ run, task, kind }) => lessonOf(run, task, kind),
    "learn/save": ({ run, task, kind }) => {
      stale("skills");
      return {
        skill: runOf(run).skill,
        version: "4",
        former: "3",
        lesson: lessonOf(run, task, kind),
      };
    },
  } satisfies Partial<Answers>;
}
