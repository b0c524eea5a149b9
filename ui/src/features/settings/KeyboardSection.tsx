import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { Kbd } from "@/components/Kbd";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { isComposing } from "@/lib/composing";
import { capsOf, keyOf } from "@/lib/keys";
import {
  changedKeys,
  REVIEW_ACTS,
  reviewKeysOf,
  takenBy,
  USUAL_KEYS,
  type ReviewActName,
} from "@/lib/reviewActs";
import classes from "./KeyboardSection.module.css";
import { useSettings } from "./useSettings";

/** The keys of the review: press a button, then the key it shall be. */
export function KeyboardSection() {
  const { t } = useTranslation(["settings", "common"]);
  const { query, change, error } = useSettings();
  const [listening, setListening] = useState<ReviewActName | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const keys = reviewKeysOf(query.data?.keys ?? {});
  const set = (act: ReviewActName, key: string) => {
    setListening(null);
    setRefused(null);
    change({ keys: changedKeys({ ...keys, [act]: key }) });
  };
  const hear = (act: ReviewActName, event: React.KeyboardEvent) => {
    // An input method's key says nothing of the key that was pressed.
    if (isComposing(event.nativeEvent) || event.key === "Process") return;
    if (["Shift", "Control", "Meta", "Alt", "Tab"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") {
      setListening(null);
      return;
    }
    const key = keyOf(event.nativeEvent);
    const taken = takenBy(act, key, keys);
    if (taken === null) set(act, key);
    else {
      const cap = capsOf(key).join(" ");
      setRefused(
        taken === "fixed"
          ? t("keyboard.fixed", { key: cap })
          : t("keyboard.taken", { key: cap, act: t(`keyboard.act.${taken}`) }),
      );
    }
  };
  return (
    <Panel
      label={t("section.keyboard")}
      aside={
        <Button
          size="sm"
          disabled={Object.keys(query.data?.keys ?? {}).length === 0}
          onClick={() => change({ keys: {} })}
        >
          {t("keyboard.resetAll")}
        </Button>
      }
    >
      <Region query={query}>
        {() => (
          <div className={classes.section}>
            <p className={classes.hint}>{t("keyboard.hint")}</p>
            <p className={classes.refused} role="status">
              {refused}
            </p>
            <table className={classes.table} aria-label={t("section.keyboard")}>
              <thead>
                <tr>
                  <th scope="col">{t("keyboard.what")}</th>
                  <th scope="col">{t("keyboard.key")}</th>
                  <th scope="col">{t("keyboard.usual")}</th>
                </tr>
              </thead>
              <tbody>
                {REVIEW_ACTS.map((act) => (
                  <tr key={act}>
                    <th scope="row">{t(`keyboard.act.${act}`)}</th>
                    <td>
                      <Button
                        size="sm"
                        className={classes.key}
                        aria-label={t("keyboard.change", {
                          act: t(`keyboard.act.${act}`),
                          key: capsOf(keys[act]).join(" "),
                        })}
                        data-listening={listening === act}
                        onClick={() => {
                          setRefused(null);
                          setListening(act);
                        }}
                        onBlur={() => setListening(null)}
                        onKeyDown={(event) => {
                          if (listening === act) hear(act, event);
                        }}
                      >
                        {listening === act ? t("keyboard.press") : <Kbd keys={keys[act]} />}
                      </Button>
                    </td>
                    <td>
                      {keys[act] !== USUAL_KEYS[act] && (
                        <Button
                          size="sm"
                          variant="subtle"
                          disabled={takenBy(act, USUAL_KEYS[act], keys) !== null}
                          onClick={() => set(act, USUAL_KEYS[act])}
                          rightSection={<Kbd keys={USUAL_KEYS[act]} />}
                        >
                          {t("keyboard.reset")}
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {error && <ErrorNote error={error} />}
          </div>
        )}
      </Region>
    </Panel>
  );
}
