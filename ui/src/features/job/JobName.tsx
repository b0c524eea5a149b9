import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "@/lib/composing";
import classes from "./JobName.module.css";

type Props = { name: string; onRename: (name: string) => void };

/** The job's name in the head; typing there renames it. Enter or leaving saves, Escape takes back. */
export function JobName({ name, onRename }: Props) {
  const { t } = useTranslation("job");
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? name;
  const commit = () => {
    const wanted = text.trim();
    setDraft(null);
    if (wanted !== "" && wanted !== name) onRename(wanted);
  };
  return (
    <h1 className={classes.title}>
      {/* The text gives the field its width. */}
      <span className={classes.measure} aria-hidden="true">
        {text === "" ? " " : text}
      </span>
      <input
        className={classes.field}
        aria-label={t("name")}
        title={text}
        value={text}
        maxLength={120}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setDraft(null);
        }}
      />
    </h1>
  );
}
