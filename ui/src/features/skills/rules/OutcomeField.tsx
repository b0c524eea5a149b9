import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { readOutcome } from "../conditions";
import classes from "./Editor.module.css";

type Props = {
  value: string;
  label: string;
  error: string | undefined;
  /** Allowed values; empty: any text. */
  choices: string[];
  onChange: (cell: string) => void;
};

/** What a rule decides for one output: a value, or whom to ask. */
export function OutcomeField({ value, label, error, choices, onChange }: Props) {
  const { t } = useTranslation("rules");
  const { op } = readOutcome(value);
  const asks = op === "askModel" || op === "askMe";
  const known = choices.includes(value) || value === "";
  return (
    <div className={classes.condition}>
      <NativeSelect
        size="sm"
        aria-label={`${label}, ${t("edit.outcome")}`}
        value={asks ? op : "value"}
        data={[
          { value: "value", label: t("op.value") },
          { value: "askModel", label: t("op.askModel") },
          { value: "askMe", label: t("op.askMe") },
        ]}
        onChange={(event) => onChange(outcomeCell(event.currentTarget.value))}
      />
      {!asks && choices.length > 0 && (
        <NativeSelect
          size="sm"
          aria-label={label}
          value={value}
          error={error}
          data={["", ...(known ? [] : [value]), ...choices]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {!asks && choices.length === 0 && (
        <TextInput
          size="sm"
          aria-label={label}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {asks && error !== undefined && <span className={classes.fault}>{error}</span>}
    </div>
  );
}

function outcomeCell(chosen: string): string {
  if (chosen === "askModel") return "ask the model";
  return chosen === "askMe" ? "ask me" : "";
}
