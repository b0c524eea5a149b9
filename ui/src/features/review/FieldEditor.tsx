import { MultiSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldView } from "@/bindings/contract";
import { Segmented } from "@/components/Segmented";
import { onEnter } from "@/lib/composing";
import { ChoiceEditor } from "./ChoiceEditor";
import { focusHere } from "./focusHere";
import { ListEditor } from "./ListEditor";

const LONG_TEXT = 60;
const BETWEEN = " | ";

type Props = {
  field: FieldView;
  text: string;
  /** Why the host did not take it. */
  error: string | null;
  /** True: the keyboard begins here. */
  focus: boolean;
  onChange: (text: string) => void;
  /** Enter. */
  onSave: () => void;
};

/** One result to correct, by its kind. Enter saves; while an input method composes, Enter is its own. */
export function FieldEditor({ field, text, error, focus, onChange, onSave }: Props) {
  const { t } = useTranslation("review");
  const shared = { "aria-label": field.label, error };
  switch (field.kind) {
    case "choice":
      return (
        <ChoiceEditor
          field={field}
          text={text}
          error={error}
          focus={focus}
          onChange={onChange}
          onSave={onSave}
        />
      );
    case "choices":
      return (
        <MultiSelect
          {...shared}
          ref={focus ? focusHere : undefined}
          searchable
          data={field.choices}
          value={text === "" ? [] : text.split("|").map((one) => one.trim())}
          onChange={(values) => onChange(values.join(BETWEEN))}
        />
      );
    case "yes_no":
      return (
        <Segmented
          label={field.label}
          segments={[
            { value: "yes", label: t("result.yes") },
            { value: "no", label: t("result.no") },
          ]}
          value={text}
          onChange={onChange}
        />
      );
    case "list":
      return <ListEditor field={field} text={text} onChange={onChange} onSave={onSave} />;
    case "text":
      return text.length > LONG_TEXT || (field.max_chars ?? 0) > LONG_TEXT ? (
        <Textarea
          {...shared}
          ref={focus ? focusHere : undefined}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={field.max_chars ?? undefined}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!event.shiftKey) onEnter(onSave)(event);
          }}
        />
      ) : (
        line({})
      );
    case "integer":
    case "number":
    case "money":
    case "percent":
      return line({ inputMode: "decimal" });
    case "date":
      return line({ placeholder: t("result.dateHint") });
    default:
      return line({});
  }

  function line(more: { inputMode?: "decimal"; placeholder?: string }) {
    return (
      <TextInput
        {...shared}
        {...more}
        ref={focus ? focusHere : undefined}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onEnter(onSave)}
      />
    );
  }
}
