import { Button } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { StateShape } from "@/components/StateShape";
import classes from "./Crash.module.css";

/** What stands where a screen threw: what happened, what is safe, and a way back. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  return (
    <Page title={t("app")}>
      <Panel label={t("app")}>
        <div className={classes.crash} role="alert">
          <p className={classes.what}>
            <StateShape shape="failed" /> {t("crash.what")}
          </p>
          <p className={classes.safe}>{t("crash.safe")}</p>
          <Button variant="filled" onClick={reset}>
            {t("crash.again")}
          </Button>
          <details className={classes.details}>
            <summary>{t("details")}</summary>
            <code>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</code>
          </details>
        </div>
      </Panel>
    </Page>
  );
}
