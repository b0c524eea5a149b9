import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { Segmented } from "@/components/Segmented";
import classes from "./SettingsScreen.module.css";
import { useSettings } from "./useSettings";

/** Language and appearance; a choice holds at once. */
export function LookSection() {
  const { t } = useTranslation(["settings", "common"]);
  const { query, change, error } = useSettings();
  return (
    <Panel label={t("section.look")}>
      <Region query={query}>
        {(settings) => (
          <div className={classes.form}>
            <div className={classes.group}>
              <h2>{t("look.language")}</h2>
              <Segmented
                label={t("look.language")}
                value={settings.language}
                onChange={(language) => change({ language })}
                segments={[
                  { value: "system", label: t("look.system") },
                  { value: "en", label: t("look.en") },
                  { value: "zh", label: t("look.zh") },
                ]}
              />
              <p className={classes.hint}>{t("look.languageHint")}</p>
            </div>
            <div className={classes.group}>
              <h2>{t("look.appearance")}</h2>
              <Segmented
                label={t("look.appearance")}
                value={settings.appearance}
                onChange={(appearance) => change({ appearance })}
                segments={[
                  { value: "system", label: t("look.system") },
                  { value: "light", label: t("look.light") },
                  { value: "dark", label: t("look.dark") },
                ]}
              />
              <p className={classes.hint}>{t("look.appearanceHint")}</p>
            </div>
            {error && <ErrorNote error={error} />}
          </div>
        )}
      </Region>
    </Panel>
  );
}
