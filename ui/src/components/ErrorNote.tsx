import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { callErrorOf } from "@/lib/callError";
import { errorWords } from "@/lib/errorWords";
import classes from "./ErrorNote.module.css";
import { SentenceGap } from "./SentenceGap";
import { StateShape } from "./StateShape";

type Props = {
  /** What was refused or thrown. */
  error: unknown;
  /** What is safe, in one sentence. */
  safe?: ReactNode;
  /** What to do, as buttons; left out, only *Try again*. */
  actions?: ReactNode;
  /** Makes *Try again* appear. */
  onRetry?: () => void;
};

/** An error where it happened: what and with what, what is safe, what to do; raw text under the details. */
export function ErrorNote({ error, safe, actions, onRetry }: Props) {
  const { t } = useTranslation();
  const words = errorWords(t, callErrorOf(error));
  return (
    <div className={classes.note} role="alert">
      <StateShape shape="failed" />
      <div className={classes.body}>
        <p className={classes.what}>{words.what}</p>
        {(safe !== undefined || words.next !== null) && (
          <p className={classes.safe}>
            {safe}
            {safe !== undefined && words.next !== null && <SentenceGap />}
            {words.next}
          </p>
        )}
        {(actions !== undefined || onRetry) && (
          <div className={classes.actions}>
            {actions}
            {onRetry && <Button onClick={onRetry}>{t("do.tryAgain")}</Button>}
          </div>
        )}
        <details className={classes.details}>
          <summary>{t("details")}</summary>
          <code>{words.details}</code>
        </details>
      </div>
    </div>
  );
}
