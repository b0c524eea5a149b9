import type { LessonView, TaskRow } from "@/bindings/contract";
import { sheetOf } from "../fixtures/sheets";
import type { Answers } from "./answers";
import type { House } from "./house";

/** What a correction teaches, as the real engine proposes it. */
export function learnAnswers(house: House) {
  const { runOf, taskAt, stale } = house;
  /** What the first result and the input that tells rows apart are called, and what stood there first. */
  const namesOf = (run: string, row: TaskRow) => {
    const { skill } = runOf(run);
    const { outputs, columns, item } = sheetOf(skill);
    const [first] = item(row).versions;
    return {
      output: outputs[0]?.label ?? "",
      input: columns[1] ?? "",
      was: first?.shown[0] ?? "",
    };
  };
  /** Corrections that were learnt from, by run and task. */
  const learnt = new Map<string, string[]>();
  const lessonOf = (run: string, task: number, kind: string): LessonView => {
    const row = taskAt(run, task);
    const label = row.cells[1] ?? "";
    const { output, input, was } = namesOf(run, row);
    return {
      kind,
      skill: runOf(run).skill,
      version: runOf(run).skill_version,
      fields: [{ label: output, from: was, to: row.shown[0] ?? "" }],
      when: kind === "check" ? [] : [{ label: input, text: `is ${label}` }],
      then: kind === "check" ? [] : [{ label: output, text: row.shown[0] ?? "" }],
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
          now: was,
          then: kind === "example" ? "" : (row.shown[0] ?? ""),
          accepted: true,
        },
      ],
    };
  };
  return {
    "learn/preview": ({ run, task, kind }) => lessonOf(run, task, kind),
    "learn/save": ({ run, task, kind }) => {
      stale("skills", `review:${run}`);
      const of = `${run} ${task}`;
      learnt.set(of, [...(learnt.get(of) ?? []), kind]);
      return {
        skill: runOf(run).skill,
        version: String(Number(runOf(run).skill_version) + 1),
        id: 1,
        lesson: lessonOf(run, task, kind),
      };
    },
    "learn/undo": ({ run }) => {
      stale("skills", `review:${run}`);
      learnt.clear();
      return { kept: false };
    },
    "correction/list": ({ run }) =>
      house
        .tasksOf(run)
        .filter((row) => row.verdict === "corrected")
        .map((row) => ({
          run,
          run_name: runOf(run).name,
          run_number: runOf(run).number,
          task: row.task,
          row: row.source_row,
          label: row.cells.slice(0, 2).join(" · "),
          reviewer: house.state.settings.reviewer,
          at: (runOf(run).ended_at ?? runOf(run).started_at) + 1_200_000,
          fields: [
            {
              label: namesOf(run, row).output,
              from: namesOf(run, row).was,
              to: row.shown[0] ?? "",
            },
          ],
          stands: true,
          learnt: learnt.get(`${run} ${row.task}`) ?? [],
        })),
  } satisfies Partial<Answers>;
}
