import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { State } from "@/components/State";
import { onEnter } from "@/lib/composing";
import classes from "./SettingsScreen.module.css";
import { useSettings } from "./useSettings";

/** The name that stands on run sheets; kept when the field is left. */
export function ReviewerSection() {
  const { t } = useTranslation(["settings", "common"]);
  const { query, change, error } = useSettings();
  const [draft, setDraft] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const commit = () => {
    if (draft === null || draft.trim() === query.data?.reviewer) return;
    change({ reviewer: draft.trim() }, () => {
      setDraft(null);
      setSaved(true);
    });
  };
  return (
    <Panel label={t("section.reviewer")}>
      <Region query={query}>
        {(settings) => (
          <div className={classes.form}>
            <TextInput
              label={t("reviewer.label")}
              description={t("reviewer.hint")}
              placeholder={t("reviewer.placeholder")}
              value={draft ?? settings.reviewer}
              onChange={(event) => {
                setSaved(false);
                setDraft(event.currentTarget.value);
              }}
              onBlur={commit}
              onKeyDown={onEnter(commit)}
              maxLength={120}
              w={320}
            />
            <div role="status">{saved && <State shape="done">{t("saved")}</State>}</div>
            {error && <ErrorNote error={error} />}
          </div>
        )}
      </Region>
    </Panel>
  );
}
