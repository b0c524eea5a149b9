import { useTranslation } from "react-i18next";
import type { FieldView } from "@/bindings/contract";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { fieldLines, type FieldLine } from "./fieldLines";
import classes from "./Fields.module.css";

type Props = {
  label: string;
  /** Said under the label. */
  about: string;
  fields: FieldView[];
};

/** Inputs or results of a skill, one line each; fields of a list stand under it. */
export function Fields({ label, about, fields }: Props) {
  const { t } = useTranslation("skills");
  const columns: TableColumn<FieldLine>[] = [
    {
      key: "label",
      head: t("field.label"),
      cell: ({ field, depth }) => (
        <span className={classes.name} style={{ paddingLeft: depth * 16 }}>
          {field.label}
        </span>
      ),
      title: ({ field }) => field.label,
    },
    {
      key: "kind",
      head: t("field.kind"),
      width: 150,
      cell: ({ field }) => kindWords(field),
    },
    {
      key: "required",
      head: t("field.required"),
      width: 96,
      dim: true,
      cell: ({ field }) => (field.required ? t("field.yes") : t("field.no")),
    },
    {
      key: "limits",
      head: t("field.limits"),
      dim: true,
      cell: ({ field }) => limits(field),
      title: ({ field }) => field.choices.join("\n") || limits(field),
    },
  ];
  return (
    <section className={classes.fields}>
      <h2>{label}</h2>
      <p className={classes.about}>{about}</p>
      {fields.length === 0 ? (
        <p className={classes.about}>{t("field.none")}</p>
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={fieldLines(fields)}
          rowKey={(line) => line.key}
          whole
        />
      )}
    </section>
  );

  function kindWords(field: FieldView): string {
    switch (field.kind) {
      case "text":
      case "integer":
      case "number":
      case "money":
      case "percent":
      case "date":
      case "yes_no":
      case "choice":
      case "choices":
      case "list":
      case "file":
        return t(`kind.${field.kind}`);
      default:
        return field.kind;
    }
  }

  function limits(field: FieldView): string {
    if (field.choices.length > 0) {
      return t("field.choices", {
        count: field.choices.length,
        some: field.choices.slice(0, 6).join(t("rule.comma")),
      });
    }
    return field.max_chars === null ? "" : t("field.max", { count: field.max_chars });
  }
}
