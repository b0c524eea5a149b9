import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { CrashNote } from "@/components/CrashNote";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";

/** A whole screen that threw; the frame around it stays. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  return (
    <Page title={t("app")}>
      <Panel label={t("app")}>
        <CrashNote error={error} reset={reset} />
      </Panel>
    </Page>
  );
}
