import { TextInput } from "@mantine/core";
import { useShortcuts } from "@/lib/shortcuts";
import { IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Kbd } from "./Kbd";

type Props = {
  /** Name for screen readers and the faint text inside: what is searched. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  width?: number | string;
};

/** The search of a screen: `/` puts the focus there, Escape empties it. One a screen. */
export function SearchField({ label, value, onChange, width = 200 }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts(label, [{ keys: "/", label: t("keys.search"), run: () => field.current?.focus() }]);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onChange("");
      }}
      leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
      rightSection={value === "" ? <Kbd keys="/" /> : null}
      rightSectionPointerEvents="none"
      style={{ width }}
    />
  );
}
