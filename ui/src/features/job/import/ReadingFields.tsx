import { Checkbox, NumberInput, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Reading, TablePreview } from "@/bindings/contract";
import { isComposing } from "@/lib/composing";
import { delimiterWords } from "./problemWords";
import { OtherEncodings } from "./OtherEncodings";
import classes from "./ReadingFields.module.css";

type Props = {
  /** How the file was read; what the person did not choose was found by looking. */
  preview: TablePreview;
  reading: Reading;
  onChange: (reading: Reading) => void;
};

/** Encodings worth offering; every other one the file was found to have is added. */
const ENCODINGS = [
  "utf-8",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-kr",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "utf-16le",
];
/** How sure, from 0 to 1, is sure enough not to be asked about. */
const SURE = 0.95;
const DELIMITERS = [",", ";", "\t", "|"];

/** How a file is read: encoding, delimiter, decimal mark, sheet, header row. Each was found, and can be said. */
export function ReadingFields({ preview, reading, onChange }: Props) {
  const { t } = useTranslation("job");
  const text = preview.encoding !== null;
  const encoding = preview.encoding?.toLowerCase() ?? null;
  const encodings =
    encoding === null || ENCODINGS.includes(encoding) ? ENCODINGS : [encoding, ...ENCODINGS];
  const delimiters =
    preview.delimiter === null || DELIMITERS.includes(preview.delimiter)
      ? DELIMITERS
      : [preview.delimiter, ...DELIMITERS];
  const sheets = preview.sheets.map((sheet) => ({
    value: sheet.name,
    label: sheet.visible ? sheet.name : t("import.hiddenSheet", { sheet: sheet.name }),
  }));
  return (
    <div className={classes.fields} data-text={text}>
      {text && (
        <Select
          label={t("import.encoding")}
          description={
            <OtherEncodings
              note={reading.encoding === undefined ? sureWords(preview.sure) : t("import.chosen")}
              now={encoding}
              offered={reading.encoding !== undefined || preview.sure < SURE}
              onChoose={(name) => onChange({ ...reading, encoding: name })}
            />
          }
          data={encodings.map((name) => ({ value: name, label: name.toUpperCase() }))}
          value={encoding}
          onChange={(value) => {
            if (value !== null) onChange({ ...reading, encoding: value });
          }}
        />
      )}
      {text && (
        <Select
          label={t("import.delimiter")}
          data={delimiters.map((sign) => ({ value: sign, label: delimiterWords(t, sign) }))}
          value={preview.delimiter}
          onChange={(value) => {
            if (value !== null) onChange({ ...reading, delimiter: value });
          }}
        />
      )}
      {sheets.length > 0 && (
        <Select
          label={t("import.sheet")}
          data={sheets}
          value={preview.sheet}
          onChange={(value) => {
            if (value !== null) onChange(withoutHeader({ ...reading, sheet: value }));
          }}
        />
      )}
      {text && (
        <Select
          label={t("import.decimal")}
          placeholder={t("import.noDecimal")}
          data={[
            { value: ".", label: t("import.point") },
            { value: ",", label: t("import.comma") },
          ]}
          value={preview.decimal}
          onChange={(value) => {
            if (value !== null) onChange({ ...reading, decimal: value });
          }}
        />
      )}
      <HeaderRow
        row={preview.header_row}
        onChange={(header_row) => onChange({ ...reading, header_row })}
      />
    </div>
  );

  function sureWords(sure: number): string {
    const percent = `${Math.round(sure * 100)}%`;
    if (sure >= SURE) return t("import.sure");
    return sure >= 0.8 ? t("import.fairlySure", { percent }) : t("import.unsure", { percent });
  }
}

/** Another sheet has its names in another row. */
function withoutHeader(reading: Reading): Reading {
  const other = { ...reading };
  delete other.header_row;
  return other;
}

type HeaderProps = { row: number | null; onChange: (row: number) => void };

function HeaderRow({ row, onChange }: HeaderProps) {
  const { t } = useTranslation("job");
  const [draft, setDraft] = useState<number | null>(null);
  const commit = () => {
    if (draft !== null && draft >= 1 && draft !== row) onChange(draft);
    setDraft(null);
  };
  return (
    <div>
      <NumberInput
        label={t("import.header")}
        min={1}
        max={10_000}
        allowDecimal={false}
        allowNegative={false}
        disabled={row === null}
        value={draft ?? row ?? ""}
        onChange={(value) => setDraft(typeof value === "number" ? value : null)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isComposing(event)) commit();
        }}
        classNames={{ controls: classes.steps }}
      />
      <Checkbox
        className={classes.none}
        label={t("import.noHeader")}
        checked={row === null}
        onChange={(event) => onChange(event.currentTarget.checked ? 0 : 1)}
      />
    </div>
  );
}
