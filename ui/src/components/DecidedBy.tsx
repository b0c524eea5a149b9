import { IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./DecidedBy.module.css";
import { decidedWords } from "./decidedWords";

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
      {decidedWords(t, by, rule)}
    </span>
  );
}
