import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { readOutcome } from "@/lib/conditions";
import classes from "./Editor.module.css";

type Props = {
  value: string;
  label: string;
  error: string | undefined;
  /** Allowed values; empty: any text. */
  choices: string[];
  onChange: (cell: string) => void;
};

const ASK_MODEL = "ask the model";
const ASK_ME = "ask me";

/** What a rule decides for one output: a value, or whom to ask. */
export function OutcomeField({ value, label, error, choices, onChange }: Props) {
  const { t } = useTranslation("rules");
  const { op } = readOutcome(value);
  const asked = op === "askModel" ? ASK_MODEL : op === "askMe" ? ASK_ME : null;
  const asks = [
    { value: ASK_MODEL, label: t("op.askModel") },
    { value: ASK_ME, label: t("op.askMe") },
  ];
  if (choices.length > 0) {
    const known = asked !== null || value === "" || choices.includes(value);
    return (
      <NativeSelect
        size="sm"
        aria-label={label}
        value={asked ?? value}
        error={error}
        data={["", ...asks, ...(known ? [] : [value]), ...choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <div className={classes.condition}>
      <NativeSelect
        className={classes.menu}
        size="sm"
        aria-label={`${label}, ${t("edit.outcome")}`}
        value={asked ?? ""}
        data={[{ value: "", label: t("op.value") }, ...asks]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {asked === null && (
        <TextInput
          className={classes.value}
          size="sm"
          aria-label={label}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {asked !== null && error !== undefined && <span className={classes.fault}>{error}</span>}
    </div>
  );
}
