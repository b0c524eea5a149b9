import { Popover, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./MappingMenu.module.css";

type Props = {
  column: string;
  /** Where the column's button is. */
  place: { left: number; top: number; width: number; height: number };
  /** What the column is filtered by; empty: nothing. */
  filter: string;
  onFilter: (text: string) => void;
  onClose: () => void;
};

/** Takes the text a column's cells must contain; every letter counts at once. */
export function ColumnFilter({ column, place, filter, onFilter, onClose }: Props) {
  const { t } = useTranslation("job");
  return (
    <Popover
      opened
      onChange={(opened) => {
        if (!opened) onClose();
      }}
      position="bottom-start"
      offset={2}
      width={Math.max(280, place.width)}
      trapFocus
    >
      <Popover.Target>
        <span aria-hidden className={classes.anchor} style={place} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("rows.filter", { column })}>
        <TextInput
          data-autofocus
          aria-label={t("rows.filter", { column })}
          placeholder={t("rows.filterHint")}
          value={filter}
          onChange={(event) => onFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === "Escape") onClose();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
