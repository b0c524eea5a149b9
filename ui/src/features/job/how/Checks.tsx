import { useTranslation } from "react-i18next";
import { StateShape } from "@/components/StateShape";
import { useCall } from "@/data/useCall";
import { checkWords } from "@/lib/checkWords";
import { FieldLabel } from "./FieldLabel";
import classes from "./Checks.module.css";

type Props = { skill: string };

/** What every answer is tested for, in words; the skill says which. */
export function Checks({ skill }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const query = useCall("skill/get", { skill });
  const checks = query.data?.checks ?? [];
  return (
    <div>
      <FieldLabel>{t("how.checks")}</FieldLabel>
      <ul className={classes.list}>
        <li>
          <StateShape shape="done" />
          <span>{t("how.checkTypes")}</span>
        </li>
        {checks.map((check, index) => (
          <li key={`${check.kind} ${check.field} ${index}`}>
            <StateShape shape="done" />
            <span title={checkWords(common, check)}>{checkWords(common, check)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
