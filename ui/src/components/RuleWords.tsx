import { useTranslation } from "react-i18next";
import type { RuleCellView } from "@/bindings/contract";
import { readCondition } from "@/lib/conditions";
import { RuleCell } from "./RuleCell";
import classes from "./RuleCell.module.css";

type Props = { cells: Pick<RuleCellView, "label" | "cell">[] };

/** Conditions of a rule as a sentence in the person's language. */
export function RuleWords({ cells }: Props) {
  const { t } = useTranslation("rules");
  if (cells.length === 0) return <span>{t("say.always")}</span>;
  return (
    <>
      {cells.map((cell, index) => (
        // Two conditions may look at the same field.
        <span key={`${index} ${cell.label}`}>
          {index > 0 && <span className={classes.op}> {t("say.and")} </span>}
          <span>{cell.label} </span>
          <RuleCell condition={readCondition(cell.cell)} />
        </span>
      ))}
    </>
  );
}
