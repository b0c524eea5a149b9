import { TextInput } from "@mantine/core";
import { isComposing } from "@/lib/composing";
import { useShortcuts } from "@/lib/shortcuts";
import { IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Kbd } from "./Kbd";
import classes from "./SearchField.module.css";

type Props = {
  /** Name for screen readers and the faint text inside: what is searched. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Enter; with Shift it leads back. */
  onEnter?: (back: boolean) => void;
  /** What was found, in a word or two, at the end of the field. */
  note?: string | undefined;
  width?: number | string;
  /** `sm` beside small buttons. */
  size?: "sm";
};

function FoundNote({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <span role="status" className={classes.note}>
      {text}
    </span>
  );
}

/** The search of a screen: `/` puts the focus there, Escape empties it. One a screen. */
export function SearchField({ label, value, onChange, onEnter, note, width = 200, size }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts(label, [{ keys: "/", label: t("keys.search"), run: () => field.current?.focus() }]);
  return (
    <TextInput
      ref={field}
      type="search"
      {...(size ? { size } : {})}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onChange("");
        if (event.key === "Enter" && !isComposing(event)) onEnter?.(event.shiftKey);
      }}
      leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
      rightSection={value === "" ? <Kbd keys="/" /> : <FoundNote text={note} />}
      {...(note === undefined ? {} : { rightSectionWidth: 76 })}
      rightSectionPointerEvents="none"
      style={{ width }}
    />
  );
}
