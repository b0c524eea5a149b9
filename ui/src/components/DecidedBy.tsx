import { IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./DecidedBy.module.css";

type Props = {
  /** `rule`, `model`, `person`, `skip` or `unreadable`, as the contract says; none: nothing is drawn. */
  by: string | null;
  /** The rule's number, from 1. */
  rule?: number | null;
};

/** Who decided, or would decide: `Rule 7` outlined, `Model` dashed, `You` with a person. */
export function DecidedBy({ by, rule = null }: Props) {
  const { t } = useTranslation();
  if (by === null) return null;
  return (
    <span className={classes.by} data-by={by}>
      {by === "person" && <IconUser size={12} stroke={1.6} aria-hidden />}
      {words()}
    </span>
  );

  function words(): string {
    switch (by) {
      case "rule":
        return rule === null ? t("decided.aRule") : t("decided.rule", { rule });
      case "person":
        return t("decided.person");
      case "skip":
        return t("decided.skip");
      case "unreadable":
        return t("decided.unreadable");
      default:
        return t("decided.model");
    }
  }
}
