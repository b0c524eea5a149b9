import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldView, Mapping } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import classes from "./InputStrip.module.css";

type Props = {
  inputs: FieldView[];
  mapping: Mapping[];
  /** Columns of the list; others are not said to be used. */
  columns: string[];
  /** The input whose columns are being chosen, by its name; null: none. */
  choosing: string | null;
  onChoosing: (input: string | null) => void;
};

/** The inputs of the skill with the columns they are read from. A press begins the choice; each can be dragged to a column. */
export function InputStrip({ inputs, mapping, columns, choosing, onChoosing }: Props) {
  const { t } = useTranslation("job");
  return (
    <div className={classes.strip} role="group" aria-label={t("map.inputs")}>
      <span className={classes.title} aria-hidden>
        {t("map.title")}
      </span>
      {inputs.map((input) => {
        const fed = (mapping.find((one) => one.input === input.name)?.columns ?? []).filter(
          (column) => columns.includes(column),
        );
        const from = fed.length > 0 ? fed.join(t("map.plus")) : t("map.none");
        const lacks = fed.length === 0 && input.required;
        return (
          <UnstyledButton
            key={input.name}
            className={classes.input}
            data-input={input.name}
            data-name={input.label}
            data-fed={fed.length > 0}
            aria-pressed={choosing === input.name}
            aria-label={t("map.input", { input: input.label, columns: from })}
            title={t("map.input", { input: input.label, columns: from })}
            onClick={() => onChoosing(choosing === input.name ? null : input.name)}
          >
            {lacks && <StateShape shape="review" />}
            <span className={classes.label}>{input.label}</span>
            <span className={classes.from}>{lacks ? t("map.required") : from}</span>
          </UnstyledButton>
        );
      })}
    </div>
  );
}
