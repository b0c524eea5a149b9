import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "@/data/useCall";
import { providerOf } from "@/lib/providers";

type Props = {
  model: string;
  /** The key's name; none: the default one. */
  value: string | null;
  onChange: (name: string) => void;
};

/** Which of the provider's keys the runs use; not there while the provider has only one. */
export function KeyField({ model, value, onChange }: Props) {
  const { t } = useTranslation("job");
  const keys = useCall("key/list", {});
  const names = (keys.data?.keys ?? [])
    .filter((key) => key.provider === providerOf(model))
    .map(({ name }) => name);
  const chosen = value ?? "Default";
  if (names.length < 2 && chosen === "Default") return null;
  return (
    <Select
      label={t("how.key")}
      data={[...new Set([...names, chosen])].map((name) => ({
        value: name,
        label: name === "Default" ? t("how.keyDefault") : name,
      }))}
      value={chosen}
      error={names.includes(chosen) || !keys.data ? null : t("how.keyGone")}
      allowDeselect={false}
      onChange={(name) => {
        if (name !== null) onChange(name);
      }}
    />
  );
}
