import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import classes from "./SettingsScreen.module.css";

/** Where everything is kept, in which zone dates are told, and which version this is. */
export function DataSection() {
  const { t } = useTranslation(["settings", "common"]);
  const clipboard = useClipboard({ timeout: 2000 });
  const info = useCall("app/info", {});
  return (
    <Panel label={t("section.data")}>
      <Region query={info}>
        {(app) => (
          <div className={classes.form}>
            <dl className={classes.facts}>
              <div className={classes.fact}>
                <dt>{t("data.folder")}</dt>
                <dd className={classes.withButton}>
                  {app.home}
                  <Button size="sm" onClick={() => clipboard.copy(app.home)}>
                    {clipboard.copied ? t("data.copied") : t("data.copy")}
                  </Button>
                </dd>
              </div>
              <div className={classes.fact}>
                <dt>{t("data.zone")}</dt>
                <dd>{app.zone}</dd>
              </div>
              <div className={classes.fact}>
                <dt>{t("data.version")}</dt>
                <dd>{app.version}</dd>
              </div>
            </dl>
            <p className={classes.hint}>
              {t("data.folderHint")} {t("data.backup")}
            </p>
          </div>
        )}
      </Region>
    </Panel>
  );
}
