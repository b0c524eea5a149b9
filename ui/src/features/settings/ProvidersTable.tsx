import { useTranslation } from "react-i18next";
import { State } from "@/components/State";
import { Table } from "@/components/Table";
import { NONE } from "@/lib/money";
import type { ProviderLine } from "./providerLines";
import classes from "./ProvidersTable.module.css";

type Props = {
  lines: ProviderLine[];
  selected: string | null;
  onSelect: (provider: string) => void;
};

/** All providers: state, models, the last four characters of the key. */
export function ProvidersTable({ lines, selected, onSelect }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  return (
    <div className={classes.frame}>
      <Table
        label={t("keys.list")}
        rows={lines}
        rowKey={(line) => line.provider}
        selected={selected}
        onSelect={(line) => onSelect(line.provider)}
        whole
        inset
        columns={[
          {
            key: "provider",
            head: t("keys.provider"),
            width: 160,
            cell: (line) => <b className={classes.name}>{line.title}</b>,
          },
          {
            key: "state",
            head: t("keys.state"),
            cell: (line) => <State shape={line.shape}>{t(`keys.${line.state}`)}</State>,
          },
          {
            key: "models",
            head: t("keys.models"),
            width: 170,
            dim: true,
            cell: modelsOf,
          },
          {
            key: "key",
            head: t("keys.key"),
            width: 120,
            align: "right",
            dim: true,
            cell: (line) =>
              line.key?.last_four == null ? NONE : t("keys.ending", { four: line.key.last_four }),
          },
        ]}
      />
    </div>
  );

  function modelsOf(line: ProviderLine): string {
    if (line.key === null) return t("keys.madeUp");
    if (line.models === 0) return NONE;
    return line.free
      ? t("keys.free", { count: line.models })
      : t("keys.modelCount", { count: line.models });
  }
}
