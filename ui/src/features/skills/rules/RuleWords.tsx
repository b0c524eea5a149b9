import { useTranslation } from "react-i18next";
import type { RuleCellView } from "@/bindings/contract";
import { readCondition } from "../conditions";
import { RuleCell } from "../RuleCell";
import classes from "./Suggestions.module.css";

type Props = { cells: RuleCellView[] };

/** Conditions of a rule as a sentence. */
export function RuleWords({ cells }: Props) {
  const { t } = useTranslation("rules");
  if (cells.length === 0) return <span>{t("suggest.always")}</span>;
  return (
    <>
      {cells.map((cell, index) => (
        <span key={cell.field}>
          {index > 0 && <span className={classes.light}> {t("suggest.and")} </span>}
          <span>{cell.label} </span>
          <RuleCell condition={readCondition(cell.cell)} />
        </span>
      ))}
    </>
  );
}
