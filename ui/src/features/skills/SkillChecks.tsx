import { useTranslation } from "react-i18next";
import type { CheckView } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { checkWords } from "@/lib/checkWords";
import classes from "./SkillChecks.module.css";

type Props = { checks: CheckView[] };

/** What every answer is tested for, in words. */
export function SkillChecks({ checks }: Props) {
  const { t } = useTranslation("skills");
  const { t: common } = useTranslation();
  return (
    <div className={classes.checks}>
      <p className={classes.say}>{t("checks.say")}</p>
      <ul>
        <li>
          <StateShape shape="done" />
          <span>{t("checks.types")}</span>
          <span className={classes.kind}>{t("checks.always")}</span>
        </li>
        {checks.map((check, index) => (
          <li key={`${check.kind} ${check.field} ${index}`}>
            <StateShape shape="done" />
            <span>{checkWords(common, check)}</span>
            <span className={classes.kind}>{kindWords(check.kind)}</span>
          </li>
        ))}
      </ul>
    </div>
  );

  function kindWords(kind: string): string {
    switch (kind) {
      case "required":
      case "range":
      case "pattern":
      case "sum":
      case "lookup":
      case "evidence":
      case "agree":
        return t(`checks.${kind}`);
      default:
        return kind;
    }
  }
}
