import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readCondition } from "@/lib/conditions";
import { OPS, opOf, valueCount, valuesOf, writeCell, type Op } from "./cells";
import classes from "./Editor.module.css";

type Props = {
  /** The cell as it stands in the table. */
  value: string;
  /** Which condition of which rule. */
  label: string;
  error: string | undefined;
  onChange: (cell: string) => void;
};

/** A text gets more room than an end of a range. */
function valueClass(op: Op) {
  return ["is", "isNot", "contains", "startsWith", "endsWith", "oneOf", "matches", "text"].includes(
    op,
  )
    ? classes.value
    : classes.amount;
}

/** One condition: what to compare from a menu, and with what. */
export function ConditionField({ value, label, error, onChange }: Props) {
  const { t } = useTranslation("rules");
  // A condition without its value yet reads as text: the menu stays where the person put it.
  const [held, setHeld] = useState<{ op: Op; first: string; second: string } | null>(null);
  const condition = readCondition(value);
  const [first, second] = valuesOf(condition);
  const kept = held && writeCell(held.op, held.first, held.second) === value ? held : null;
  const now = kept ?? { op: opOf(condition), first, second };
  const change = (next: Partial<typeof now>) => {
    const changed = { ...now, ...next };
    setHeld(changed);
    onChange(writeCell(changed.op, changed.first, changed.second));
  };
  const ops: Op[] = now.op === "text" ? [...OPS, "text"] : [...OPS];
  const chosen = (text: string) => ops.find((op) => op === text) ?? "any";
  const values = valueCount(now.op);
  return (
    <div className={classes.condition}>
      <NativeSelect
        className={classes.menu}
        size="sm"
        aria-label={label}
        value={now.op}
        data={ops.map((op) => ({ value: op, label: t(`op.${op}`) }))}
        onChange={(event) => change({ op: chosen(event.currentTarget.value) })}
      />
      {values > 0 && (
        <TextInput
          className={valueClass(now.op)}
          size="sm"
          aria-label={`${label}, ${now.op === "oneOf" ? t("edit.values") : t("edit.value")}`}
          placeholder={now.op === "oneOf" ? "A | B" : undefined}
          value={now.first}
          error={error}
          onChange={(event) => change({ first: event.currentTarget.value })}
        />
      )}
      {values > 1 && (
        <TextInput
          className={valueClass(now.op)}
          size="sm"
          aria-label={`${label}, ${t("edit.value2")}`}
          value={now.second}
          onChange={(event) => change({ second: event.currentTarget.value })}
        />
      )}
      {values === 0 && error !== undefined && <span className={classes.fault}>{error}</span>}
    </div>
  );
}
