import { IconSelector } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { FieldView } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import classes from "./FieldValue.module.css";
import { ListValue } from "./ListValue";
import { recordsOf } from "./records";

type Props = {
  field: FieldView;
  /** The result as text. */
  text: string;
  /** The result itself, for lists and yes or no. */
  value: unknown;
  /** True for the result a row is about. */
  main: boolean;
  /** Begins to correct; none if there is nothing to correct. */
  onEdit: (() => void) | null;
};

/** One result to read; a click begins to correct it. */
export function FieldValue({ field, text, value, main, onEdit }: Props) {
  const { t } = useTranslation("review");
  if (field.kind === "list") return <ListValue field={field} records={recordsOf(value)} />;
  const words =
    typeof value === "boolean" ? (value ? t("result.yes") : t("result.no")) : text.trim();
  return (
    <button
      type="button"
      className={classes.value}
      data-main={main}
      aria-label={`${field.label}: ${words === "" ? t("result.empty") : words}`}
      title={onEdit === null ? undefined : t("result.edit", { field: field.label })}
      disabled={onEdit === null}
      onClick={onEdit ?? undefined}
    >
      {words === "" ? (
        <span className={classes.empty}>{t("result.empty")}</span>
      ) : (
        <span className={classes.text}>
          {typeof value === "boolean" && <StateShape shape={value ? "done" : "ended"} />}
          {words}
        </span>
      )}
      {(field.kind === "choice" || field.kind === "choices") && (
        <IconSelector size={14} stroke={1.6} aria-hidden />
      )}
    </button>
  );
}
