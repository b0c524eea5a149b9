import { useTranslation } from "react-i18next";
import type { RuleUseView } from "@/bindings/contract";
import { NONE } from "@/lib/money";
import classes from "./Editor.module.css";

type Props = {
  use: RuleUseView | undefined;
  /** True if there is a run to speak of. */
  ran: boolean;
};

/** What a rule does on the last run's rows: how many it takes, or why none. */
export function RuleUse({ use, ran }: Props) {
  const { t } = useTranslation("rules");
  if (use !== undefined && use.covered !== null) {
    return <span className={classes.dead}>{t("edit.covered", { rule: use.covered })}</span>;
  }
  if (!ran || use === undefined) return <span className={classes.light}>{NONE}</span>;
  if (use.matched === 0) return <span className={classes.dead}>{t("edit.dead")}</span>;
  if (use.above === null) return <span>{t("edit.takes", { count: use.taken })}</span>;
  if (use.taken === 0) {
    return <span className={classes.dead}>{t("edit.shadowed", { rule: use.above })}</span>;
  }
  return <span>{t("edit.partly", { count: use.taken, rule: use.above })}</span>;
}
