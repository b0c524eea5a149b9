import type { RulesView } from "@/bindings/contract";
import { RuleCell } from "@/components/RuleCell";
import { RuleWords } from "@/components/RuleWords";
import { readOutcome } from "@/lib/conditions";
import { NONE } from "@/lib/money";
import { partsOf } from "./ruleLine";
import classes from "./Suggestions.module.css";

type Props = {
  /** Whose columns the cells stand in. */
  table: RulesView;
  cells: string[];
};

/** A rule as one line: its conditions, and what it decides. */
export function RuleText({ table, cells }: Props) {
  if (cells.length === 0) return <span className={classes.light}>{NONE}</span>;
  return (
    <>
      <RuleWords cells={partsOf(table, cells, "if")} />
      <span className={classes.light}> → </span>
      {partsOf(table, cells, "then").map((outcome) => (
        <span key={outcome.field}>
          <RuleCell condition={readOutcome(outcome.cell)} />{" "}
        </span>
      ))}
    </>
  );
}
