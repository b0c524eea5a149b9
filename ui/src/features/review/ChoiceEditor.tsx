import { Select } from "@mantine/core";
import { useState } from "react";
import type { FieldView } from "@/bindings/contract";
import { onEnter } from "@/lib/composing";
import { choiceFor } from "./choiceFor";
import { focusHere } from "./focusHere";

type Props = {
  field: FieldView;
  text: string;
  error: string | null;
  focus: boolean;
  onChange: (text: string) => void;
  /** Enter while the list is closed. */
  onSave: () => void;
};

/**
 * One of several choices, found by typing. What was typed counts when Enter is pressed and when the field is left: a
 * text that fits no choice is kept, so that saving refuses it instead of silently keeping the old choice.
 */
export function ChoiceEditor({ field, text, error, focus, onChange, onSave }: Props) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed !== null && typed.trim() !== "") onChange(choiceFor(field.choices, typed));
    setTyped(null);
  };
  return (
    <Select
      aria-label={field.label}
      error={error}
      ref={focus ? focusHere : undefined}
      searchable
      clearable={!field.required}
      data={field.choices}
      value={text === "" ? null : text}
      onChange={(value) => onChange(value ?? "")}
      onSearchChange={(search) => setTyped(search === text ? null : search)}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onBlur={take}
      onKeyDown={onEnter(() => {
        // While the list is open, Enter takes a choice; an option chosen with the arrows comes after and wins.
        if (!opened) onSave();
        else if (typed !== null) {
          take();
          setOpened(false);
        }
      })}
    />
  );
}
