import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Panel } from "@/components/Panel";
import classes from "./Asking.module.css";
import type { ExportChoice } from "./useExport";

type Props = {
  onExport: (choice: ExportChoice) => void;
  onClose: () => void;
};

/** Encodings other programs may want; the first is what Excel reads anywhere. */
const ENCODINGS = ["utf-8", "gb18030", "big5", "shift_jis", "euc-kr", "windows-1252"];
const DELIMITERS = [",", ";", "\t", "|"] as const;
const SIGNS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;

/** Asks how a text table is to be written: its encoding, and what stands between its cells. */
export function ExportText({ onExport, onClose }: Props) {
  const { t } = useTranslation("run");
  const [encoding, setEncoding] = useState("utf-8");
  const [delimiter, setDelimiter] = useState<string>(",");
  const write = () => {
    onExport({ kind: "csv", encoding, delimiter });
    onClose();
  };
  return (
    <Panel
      place="side"
      label={t("text.title")}
      title={t("text.title")}
      foot={
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("copy.cancel")}</Button>
          <Button variant="filled" onClick={write}>
            {t("copy.act")}
          </Button>
        </div>
      }
    >
      <div className={classes.ask}>
        <Select
          label={t("text.encoding")}
          description={t("text.encodingHelp")}
          data={ENCODINGS.map((name) => ({ value: name, label: name.toUpperCase() }))}
          value={encoding}
          allowDeselect={false}
          onChange={(value) => setEncoding(value ?? "utf-8")}
        />
        <Select
          label={t("text.delimiter")}
          data={DELIMITERS.map((sign) => ({ value: sign, label: t(`text.sign.${SIGNS[sign]}`) }))}
          value={delimiter}
          allowDeselect={false}
          onChange={(value) => setDelimiter(value ?? ",")}
        />
      </div>
    </Panel>
  );
}
