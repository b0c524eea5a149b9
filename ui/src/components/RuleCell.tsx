import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Condition } from "@/lib/conditions";
import classes from "./RuleCell.module.css";

type Props = { condition: Condition };

/** A condition or outcome of a rule in the person's language: the operator light, the value strong. */
export function RuleCell({ condition }: Props) {
  const { t } = useTranslation("rules");
  switch (condition.op) {
    case "any":
      return <span className={classes.op}>{t("op.any")}</span>;
    case "empty":
      return <span className={classes.op}>{t("op.empty")}</span>;
    case "notEmpty":
      return <span className={classes.op}>{t("op.notEmpty")}</span>;
    case "askModel":
      return <span className={classes.op}>{t("op.askModel")}</span>;
    case "askMe":
      return <span className={classes.op}>{t("op.askMe")}</span>;
    case "text":
      return <span>{condition.value}</span>;
    case "between":
      return (
        <Worded op={t("op.between")}>
          <b className={classes.value}>{condition.least}</b>{" "}
          <span className={classes.op}>{t("say.to")}</span>{" "}
          <b className={classes.value}>{condition.most}</b>
        </Worded>
      );
    case "oneOf":
      return (
        <Worded op={t("op.oneOf")}>
          {condition.values.map((value, index) => (
            <span key={`${index} ${value}`}>
              {index > 0 && <span className={classes.op}>{t("say.comma")}</span>}
              <b className={classes.value}>{value}</b>
            </span>
          ))}
        </Worded>
      );
    case "matches":
      return (
        <Worded op={t("op.matches")}>
          <code className={classes.pattern}>{condition.value}</code>
        </Worded>
      );
    default:
      return (
        <Worded op={t(`op.${condition.op}`)}>
          <b className={classes.value}>{condition.value}</b>
        </Worded>
      );
  }
}

function Worded({ op, children }: { op: string; children: ReactNode }) {
  return (
    <>
      <span className={classes.op}>{op}</span> {children}
    </>
  );
}
