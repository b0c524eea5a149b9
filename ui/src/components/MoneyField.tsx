import { TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Money } from "@/bindings/contract";
import { onEnter } from "@/lib/composing";
import { parseUsd, showUsd } from "@/lib/money";
import classes from "./MoneyField.module.css";

type Props = {
  label: ReactNode;
  /** At the right of the label, lighter. */
  aside?: ReactNode;
  value: Money | null;
  /** Called when the field is left or Enter is pressed, if the text is an amount and differs; none when emptied. */
  onCommit: (value: Money | null) => void;
  /** Said under the field when the text is no amount. */
  invalid: string;
  /** Said under the field: why the host refused the amount. */
  error?: ReactNode;
  disabled?: boolean;
  width?: number;
};

/** A field for US dollars: right-aligned, `USD` after it, written back with two decimals or as many as needed. */
export function MoneyField(props: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? exact(props.value);
  const parsed = text.trim() === "" ? null : parseUsd(text);
  const wrong = draft !== null && text.trim() !== "" && parsed === null;
  const commit = () => {
    if (draft === null || wrong) return;
    setDraft(null);
    if (parsed !== props.value) props.onCommit(parsed);
  };
  return (
    <TextInput
      label={
        <span className={classes.label}>
          {props.label}
          {props.aside !== undefined && <span className={classes.aside}>{props.aside}</span>}
        </span>
      }
      labelProps={{ style: { width: "100%" } }}
      inputMode="decimal"
      value={text}
      disabled={props.disabled ?? false}
      error={wrong ? props.invalid : props.error}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={onEnter(commit)}
      rightSection={<span className={classes.unit}>{t("unit.usd")}</span>}
      rightSectionWidth={44}
      classNames={{ input: classes.input }}
      style={{ width: props.width }}
    />
  );
}

/** Two decimals, or all of them if there are more. */
function exact(value: Money | null): string {
  if (value === null) return "";
  const [, fraction = ""] = value.split(".");
  return fraction.length > 2 ? value : showUsd(value).replaceAll(",", "");
}
