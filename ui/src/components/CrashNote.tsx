import { Button } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "./CrashNote.module.css";
import { StateShape } from "./StateShape";

/** What stands where a part of the window threw: what happened, what is safe, and a way back. */
export function CrashNote({ error, reset }: Pick<ErrorComponentProps, "error" | "reset">) {
  const { t } = useTranslation();
  return (
    <div className={classes.crash} role="alert">
      <p className={classes.what}>
        <StateShape shape="failed" /> {t("crash.what")}
      </p>
      <p className={classes.safe}>{t("crash.safe")}</p>
      <Button onClick={reset}>{t("crash.again")}</Button>
      <details className={classes.details}>
        <summary>{t("details")}</summary>
        <code>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</code>
      </details>
    </div>
  );
}
