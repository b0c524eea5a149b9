import { Button, Menu, Textarea, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DraftFieldView } from "@/bindings/contract";
import { skillNameOf } from "./draft";
import type { PartProps } from "./PartProps";
import classes from "./Studio.module.css";

type Props = PartProps & {
  /** True: the name is the one the skill already has, and stays. */
  named: boolean;
};

/** Name, description and what the model is told. */
export function AboutPart({ draft, change, faults, named }: Props) {
  const { t } = useTranslation("studio");
  const text = useRef<HTMLTextAreaElement>(null);
  const insert = (field: DraftFieldView) => {
    const area = text.current;
    const [from, to] = [area?.selectionStart ?? 0, area?.selectionEnd ?? 0];
    const mark = `{{${field.name}}}`;
    change("", (now) => ({
      ...now,
      instructions: now.instructions.slice(0, from) + mark + now.instructions.slice(to),
    }));
    // The menu gives the focus back to its button first.
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + mark.length, from + mark.length);
    });
  };
  const group = (label: string, fields: DraftFieldView[]) => (
    <>
      {fields.length > 0 && <Menu.Label>{label}</Menu.Label>}
      {fields.map((field) => (
        <Menu.Item key={field.name} onClick={() => insert(field)}>
          {field.label || field.name}
        </Menu.Item>
      ))}
    </>
  );
  return (
    <div className={classes.form}>
      <TextInput
        label={t("about.name")}
        description={named ? undefined : t("about.nameHint")}
        value={draft.name}
        readOnly={named}
        error={faults.at("name")}
        onChange={(event) => {
          const name = skillNameOf(event.currentTarget.value);
          change("name", (now) => ({ ...now, name }));
        }}
      />
      <Textarea
        label={t("about.description")}
        autosize
        minRows={2}
        maxRows={5}
        value={draft.description}
        error={faults.at("description")}
        onChange={(event) => {
          const description = event.currentTarget.value;
          change("description", (now) => ({ ...now, description }));
        }}
      />
      <div className={classes.instructions}>
        <div className={classes.insert}>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="sm"
                disabled={draft.inputs.length + draft.outputs.length === 0}
                rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
              >
                {t("about.insert")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {group(t("about.inputs"), draft.inputs)}
              {group(t("about.outputs"), draft.outputs)}
            </Menu.Dropdown>
          </Menu>
        </div>
        <Textarea
          ref={text}
          label={t("about.instructions")}
          description={t("about.instructionsHint")}
          autosize
          minRows={12}
          maxRows={26}
          value={draft.instructions}
          error={faults.at("instructions")}
          onChange={(event) => {
            const instructions = event.currentTarget.value;
            change("instructions", (now) => ({ ...now, instructions }));
          }}
        />
      </div>
    </div>
  );
}
