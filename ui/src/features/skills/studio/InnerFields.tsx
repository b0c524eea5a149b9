import { ActionIcon, Button, Checkbox, Select, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DraftFieldView } from "@/bindings/contract";
import { newField, slugOf } from "./draft";
import type { Faults } from "./useFaults";
import classes from "./Studio.module.css";

type Props = {
  fields: DraftFieldView[];
  path: string;
  faults: Faults;
  onChange: (fields: DraftFieldView[]) => void;
};

/** Kinds a field of a line can have; longer forms stay on the first level. */
const KINDS = ["text", "integer", "number", "money", "percent", "date", "yes_no"] as const;

/** The fields of the lines of a list, one row each. */
export function InnerFields({ fields, path, faults, onChange }: Props) {
  const { t } = useTranslation(["studio", "skills"]);
  const put = (at: number, next: DraftFieldView) =>
    onChange(fields.map((one, index) => (index === at ? next : one)));
  const none = faults.at(path);
  return (
    <div className={classes.inner}>
      <p className={classes.innerTitle}>{t("field.inner")}</p>
      {fields.map((field, at) => {
        const label = field.label === "" ? t("field.this") : field.label;
        const kinds = KINDS.some((kind) => kind === field.kind)
          ? KINDS.map((kind) => ({ value: kind, label: t(`skills:kind.${kind}`) }))
          : [{ value: field.kind, label: field.kind }];
        return (
          <div key={at} className={classes.innerRow}>
            <TextInput
              className={classes.grow}
              aria-label={t("field.label")}
              placeholder={t("field.label")}
              value={field.label}
              error={faults.at(`${path}.${at}.label`) ?? faults.at(`${path}.${at}.name`)}
              onChange={(event) => {
                const text = event.currentTarget.value;
                put(at, { ...field, label: text, name: nameFor(text, field, fields) });
              }}
            />
            <Select
              className={classes.kind}
              aria-label={t("field.kind")}
              value={field.kind}
              data={kinds}
              onChange={(kind) => {
                if (kind !== null) put(at, { ...field, kind });
              }}
            />
            <Checkbox
              label={t("field.required")}
              checked={field.required}
              onChange={(event) => put(at, { ...field, required: event.currentTarget.checked })}
            />
            <ActionIcon
              size={24}
              aria-label={t("field.remove", { label })}
              onClick={() => onChange(fields.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {none !== undefined && <p className={classes.fault}>{none}</p>}
      <div>
        <Button
          size="sm"
          leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
          onClick={() => onChange([...fields, newField("field", fields)])}
        >
          {t("field.addInner")}
        </Button>
      </div>
    </div>
  );
}

/** A name made while the field is new; one that was made from an earlier label follows it. */
function nameFor(label: string, field: DraftFieldView, fields: DraftFieldView[]): string {
  const slug = slugOf(label);
  const follows = field.name === slugOf(field.label) || /^field(_\d+)?$/.test(field.name);
  const taken = fields.some((one) => one !== field && one.name === slug);
  return follows && slug !== "" && !taken ? slug : field.name;
}
