import type { FieldView, TaskRow } from "@/bindings/contract";

/** Number keys there are. */
const KEYS = 9;

/** The choices a number key can take. */
export type Alternatives = {
  field: FieldView;
  /** The field's place among the outputs. */
  at: number;
  choices: string[];
  /** The choice the result has. */
  now: string;
};

/** The choices of the first output that has at most nine of them; none if there is no such output. */
export function alternativesOf(outputs: FieldView[], row: TaskRow | null): Alternatives | null {
  const at = outputs.findIndex(
    (field) => field.kind === "choice" && field.choices.length > 0 && field.choices.length <= KEYS,
  );
  const field = outputs[at];
  if (field === undefined || row?.outcome !== "done") return null;
  return { field, at, choices: field.choices, now: row.shown[at] ?? "" };
}
