import { Button, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { KeyView } from "@/bindings/contract";
import { onEnter } from "@/lib/composing";
import classes from "./ProviderCard.module.css";

type Props = {
  keyView: KeyView;
  storeWorks: boolean;
  busy: boolean;
  onSave: (typed: string, name: string, sessionOnly: boolean, done: () => void) => void;
};

/** A field for a key. What was typed leaves for the key store and is forgotten here. */
export function KeyForm({ keyView, storeWorks, busy, onSave }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [session, setSession] = useState(false);
  const [missing, setMissing] = useState(false);
  const sessionOnly = session || !storeWorks;
  const save = () => {
    const key = typed.trim();
    setMissing(key === "");
    if (key !== "") {
      onSave(key, name.trim(), sessionOnly, () => {
        setTyped("");
        setName("");
      });
    }
  };
  return (
    <div className={classes.form}>
      <PasswordInput
        className={classes.field ?? ""}
        label={keyView.place === "none" || name.trim() !== "" ? t("keys.field") : t("keys.replace")}
        description={t("keys.hint")}
        placeholder={t("keys.placeholder")}
        value={typed}
        error={missing && typed === "" ? t("keys.empty") : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onEnter(save)}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ tabIndex: -1, "aria-hidden": true }}
      />
      <TextInput
        className={classes.field ?? ""}
        label={t("keys.name")}
        description={t("keys.nameHint")}
        placeholder={t("keys.default")}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onEnter(save)}
      />
      <Checkbox
        label={t("keys.session")}
        description={sessionOnly ? t("keys.sessionHint") : null}
        checked={sessionOnly}
        disabled={!storeWorks}
        onChange={(event) => setSession(event.currentTarget.checked)}
      />
      <Button variant="filled" onClick={save} disabled={busy}>
        {t("keys.save")}
      </Button>
    </div>
  );
}
