import type { RulesView } from "@/bindings/contract";
import { NONE } from "@/lib/money";
import { readOutcome } from "../conditions";
import { RuleCell } from "../RuleCell";
import { RuleWords } from "./RuleWords";
import classes from "./Suggestions.module.css";

type Props = {
  /** Whose columns the cells stand in. */
  table: RulesView;
  cells: string[];
};

/** A rule as one line: its conditions, and what it decides. */
export function RuleText({ table, cells }: Props) {
  if (cells.length === 0) return <span className={classes.light}>{NONE}</span>;
  const fields = [...table.inputs, ...table.outputs];
  const of = (part: string) =>
    table.columns.flatMap((column, at) => {
      const cell = cells[at] ?? "";
      if (column.part !== part || cell === "") return [];
      const field = fields.find((one) => one.name === column.field);
      return [{ field: `${column.field} ${at}`, label: field?.label ?? column.title, cell }];
    });
  return (
    <>
      <RuleWords cells={of("if")} />
      <span className={classes.light}> → </span>
      {of("then").map((outcome) => (
        <span key={outcome.field}>
          <RuleCell condition={readOutcome(outcome.cell)} />{" "}
        </span>
      ))}
    </>
  );
}
