import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DraftFieldView } from "@/bindings/contract";
import { INPUT_KINDS, labelField, newField, OUTPUT_KINDS, type Side } from "./draft";
import { FieldCard } from "./FieldCard";
import type { PartProps } from "./PartProps";
import classes from "./Studio.module.css";

type Props = PartProps & {
  side: Side;
  /** Names that stay when a label changes, as `inputs.creditor`. */
  keep: ReadonlySet<string>;
};

/** The inputs or the results of a skill, one form each. */
export function FieldsPart({ draft, change, faults, side, keep }: Props) {
  const { t } = useTranslation("studio");
  const fields = draft[side];
  const set = (what: string, next: DraftFieldView[]) =>
    change(what, (now) => ({ ...now, [side]: next }));
  const none = faults.at(side);
  return (
    <div className={classes.form}>
      <p className={classes.about}>
        {side === "inputs" ? t("field.inputsAbout") : t("field.outputsAbout")}
      </p>
      {fields.map((field, at) => (
        <FieldCard
          // Fields have no identity of their own: the place is what the person means.
          key={at}
          field={field}
          path={`${side}.${at}`}
          kinds={side === "inputs" ? INPUT_KINDS : OUTPUT_KINDS}
          canBeOfModel={side === "outputs" && draft.rules_table !== ""}
          faults={faults}
          onLabel={(label) =>
            change(`${side}.${at}.label`, (now) => labelField(now, side, at, label, keep))
          }
          onChange={(what, next) =>
            set(
              `${side}.${at}.${what}`,
              fields.map((one, index) => (index === at ? next : one)),
            )
          }
          onRemove={() =>
            set(
              "",
              fields.filter((_, index) => index !== at),
            )
          }
          onMove={(by) => set("", moved(fields, at, by))}
          first={at === 0}
          last={at === fields.length - 1}
        />
      ))}
      {none !== undefined && <p className={classes.fault}>{none}</p>}
      <div>
        <Button
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          onClick={() =>
            set("", [...fields, newField(side === "inputs" ? "input" : "result", fields)])
          }
        >
          {side === "inputs" ? t("field.addInput") : t("field.addOutput")}
        </Button>
      </div>
    </div>
  );
}

function moved<T>(list: T[], at: number, by: -1 | 1): T[] {
  const next = [...list];
  const [one] = next.splice(at, 1);
  if (one !== undefined) next.splice(at + by, 0, one);
  return next;
}
