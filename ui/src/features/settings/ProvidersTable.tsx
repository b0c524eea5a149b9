import { useTranslation } from "react-i18next";
import { State } from "@/components/State";
import { Table } from "@/components/Table";
import type { ProviderLine } from "./providerLines";
import classes from "./ProvidersTable.module.css";

type Props = {
  lines: ProviderLine[];
  selected: string | null;
  onSelect: (provider: string) => void;
};

/** All providers and whether they can be called. */
export function ProvidersTable({ lines, selected, onSelect }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  return (
    <Table
      label={t("keys.list")}
      rows={lines}
      rowKey={(line) => line.provider}
      selected={selected}
      onSelect={(line) => onSelect(line.provider)}
      inset
      columns={[
        {
          key: "provider",
          head: t("keys.provider"),
          title: (line) => line.title,
          cell: (line) => <b className={classes.name}>{line.title}</b>,
        },
        {
          key: "state",
          head: t("keys.state"),
          width: 152,
          title: (line) => t(`keys.${line.state}`),
          cell: (line) => <State shape={line.shape}>{t(`keys.short.${line.state}`)}</State>,
        },
      ]}
    />
  );
}
