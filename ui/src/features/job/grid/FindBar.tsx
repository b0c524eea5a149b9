import { ActionIcon, TextInput, Tooltip } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconFilter, IconSearch, IconX } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "@/lib/composing";
import classes from "./FindBar.module.css";
import type { Find } from "./useFind";

type Props = {
  find: Find;
  /** Shows only the rows that contain the text, in place of going from one to the next. */
  onOnly: () => void;
};

/** Looks for text in the cells: how often it is there, the next place and the one before. */
export function FindBar({ find, onOnly }: Props) {
  const { t } = useTranslation("job");
  const none = find.count === 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") find.close();
    else if (event.key === "Enter" || event.key === "F3") find.go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const act = (label: string, icon: typeof IconX, run: () => void, enabled = true) => {
    const Icon = icon;
    return (
      <Tooltip label={label}>
        <ActionIcon aria-label={label} size={24} disabled={!enabled} onClick={run}>
          <Icon size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  };
  return (
    <div className={classes.bar} role="search" aria-label={t("find.label")}>
      <TextInput
        type="search"
        // The person pressed the key to get here.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={t("find.text")}
        placeholder={t("find.text")}
        error={none}
        withErrorStyles={false}
        value={find.text}
        onChange={(event) => find.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
        className={classes.field}
      />
      <output className={classes.count} data-none={none}>
        {countWords()}
      </output>
      {act(t("find.previous"), IconChevronUp, () => find.go(-1), find.at > 0)}
      {act(t("find.next"), IconChevronDown, () => find.go(1), find.at > 0)}
      {act(t("find.only"), IconFilter, onOnly, find.text !== "")}
      {act(t("find.close"), IconX, find.close)}
    </div>
  );

  function countWords(): string {
    if (find.count === null) return "";
    if (none) return t("find.none");
    return t(find.more ? "find.countMore" : "find.count", { at: find.at, count: find.count });
  }
}
