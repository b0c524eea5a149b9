import { ActionIcon, Button, Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DraftFieldView } from "@/bindings/contract";
import { linesOf } from "./draft";
import { InnerFields } from "./InnerFields";
import type { Faults } from "./useFaults";
import classes from "./Studio.module.css";

type Kind =
  | "text"
  | "integer"
  | "number"
  | "money"
  | "percent"
  | "date"
  | "yes_no"
  | "choice"
  | "choices"
  | "list"
  | "file";

type Props = {
  field: DraftFieldView;
  /** Its place in the draft: `inputs.0`. */
  path: string;
  kinds: readonly Kind[];
  canBeOfModel: boolean;
  faults: Faults;
  onLabel: (label: string) => void;
  onChange: (what: string, field: DraftFieldView) => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
  first: boolean;
  last: boolean;
};

/** One input or result: name, kind, and what its kind needs. */
export function FieldCard(props: Props) {
  const { field, path, kinds, faults, onChange } = props;
  const { t } = useTranslation(["studio", "skills"]);
  const label = field.label === "" ? t("field.this") : field.label;
  const isChoice = field.kind === "choice" || field.kind === "choices";
  return (
    <fieldset className={classes.card} aria-label={label}>
      <div className={classes.cardHead}>
        <TextInput
          className={classes.grow}
          label={t("field.label")}
          value={field.label}
          error={faults.at(`${path}.label`) ?? faults.at(`${path}.name`)}
          onChange={(event) => props.onLabel(event.currentTarget.value)}
        />
        <Select
          className={classes.kind}
          label={t("field.kind")}
          value={field.kind}
          data={kinds.map((kind) => ({ value: kind, label: t(`skills:kind.${kind}`) }))}
          onChange={(kind) => {
            if (kind !== null) onChange("", { ...field, kind });
          }}
        />
        <div className={classes.cardTools}>
          <ActionIcon
            size={24}
            aria-label={t("field.up", { label })}
            disabled={props.first}
            onClick={() => props.onMove(-1)}
          >
            <IconArrowUp size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={t("field.down", { label })}
            disabled={props.last}
            onClick={() => props.onMove(1)}
          >
            <IconArrowDown size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon size={24} aria-label={t("field.remove", { label })} onClick={props.onRemove}>
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <div className={classes.row}>
        <Checkbox
          label={t("field.required")}
          checked={field.required}
          onChange={(event) => onChange("", { ...field, required: event.currentTarget.checked })}
        />
        {props.canBeOfModel && (
          <Checkbox
            label={t("field.fromModel")}
            checked={field.from_model}
            onChange={(event) =>
              onChange("", { ...field, from_model: event.currentTarget.checked })
            }
          />
        )}
      </div>
      {field.kind === "text" && (
        <TextInput
          className={classes.short}
          label={t("field.maxChars")}
          inputMode="numeric"
          placeholder={t("field.any")}
          value={field.max_chars}
          error={faults.at(`${path}.max_chars`)}
          onChange={(event) =>
            onChange("max_chars", { ...field, max_chars: event.currentTarget.value })
          }
        />
      )}
      {isChoice && field.choices_file !== "" && (
        <p className={classes.file}>
          {t("field.choicesFile", { file: field.choices_file, count: field.choices.length })}
          <Button size="sm" onClick={() => onChange("", { ...field, choices_file: "" })}>
            {t("field.choicesOwn")}
          </Button>
        </p>
      )}
      {isChoice && field.choices_file === "" && (
        <Textarea
          label={t("field.choices")}
          description={t("field.choicesPaste")}
          autosize
          minRows={3}
          maxRows={10}
          value={field.choices.join("\n")}
          error={faults.at(`${path}.choices`)}
          onChange={(event) =>
            onChange("choices", { ...field, choices: linesOf(event.currentTarget.value) })
          }
        />
      )}
      {field.kind === "list" && (
        <InnerFields
          fields={field.fields}
          path={`${path}.fields`}
          faults={faults}
          onChange={(fields) => onChange("fields", { ...field, fields })}
        />
      )}
    </fieldset>
  );
}
