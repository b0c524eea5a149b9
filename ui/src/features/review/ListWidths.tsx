import type { FieldView } from "@/bindings/contract";
import { isNumberField } from "./fieldKinds";

type Props = {
  fields: FieldView[];
  /** Room kept at the end, for a button. */
  end?: number;
};

/** Widths of a list's columns: numbers take little, words share the rest. */
export function ListWidths({ fields, end }: Props) {
  return (
    <colgroup>
      {fields.map((field) => (
        <col
          key={field.name}
          style={
            field.kind === "integer"
              ? { width: 52 }
              : isNumberField(field) || field.kind === "date"
                ? { width: 78 }
                : undefined
          }
        />
      ))}
      {end !== undefined && <col style={{ width: end }} />}
    </colgroup>
  );
}
