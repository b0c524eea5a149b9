import { Menu } from "@mantine/core";
import { IconCheck, IconFilter, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldView, Mapping } from "@/bindings/contract";
import { ColumnFilter } from "./ColumnFilter";
import { inputOf } from "./mapping";
import type { RowsLook } from "./useJobPages";
import classes from "./MappingMenu.module.css";

type Props = {
  /** The column whose button was pressed, and that button; null: closed. */
  at: { column: string; head: HTMLElement } | null;
  inputs: FieldView[];
  mapping: Mapping[];
  onChoose: (input: string | null) => void;
  /** Columns of the list. */
  columns: string[];
  look: RowsLook;
  onLook: (look: RowsLook) => void;
  onClose: () => void;
};

/** Which input a column feeds. It hangs from the button in the grid's head. */
export function MappingMenu(props: Props) {
  const { at, inputs, mapping, look, onChoose, onLook, onClose } = props;
  const { t } = useTranslation("job");
  const [filtering, setFiltering] = useState<string | null>(null);
  if (!at) return null;
  const { left, top, width, height } = at.head.getBoundingClientRect();
  const now = inputOf(mapping, at.column);
  const index = props.columns.indexOf(at.column);
  const sort = (descending: boolean) => onLook({ ...look, sort: { column: index, descending } });
  const check = <IconCheck size={14} stroke={1.8} aria-hidden />;
  const close = () => {
    onClose();
    at.head.focus();
    setFiltering(null);
  };
  if (filtering === at.column) {
    return (
      <ColumnFilter
        column={at.column}
        place={{ left, top, width, height }}
        filter={look.filters.find((one) => one.column === index)?.text ?? ""}
        onFilter={(text) => onLook(withFilter(look, index, text))}
        onClose={close}
      />
    );
  }
  return (
    <Menu
      opened
      onChange={(opened) => {
        if (!opened) close();
      }}
      position="bottom-start"
      offset={2}
      width={Math.max(280, width)}
      returnFocus={false}
      hideDetached={false}
    >
      <Menu.Target>
        <span aria-hidden className={classes.anchor} style={{ left, top, width, height }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t("map.menu", { column: at.column })}>
        <p className={classes.title}>{t("map.menu", { column: at.column })}</p>
        {inputs.map((input) => (
          <Menu.RadioItem
            key={input.name}
            value={input.name}
            checked={input.name === now}
            checkIcon={check}
            closeMenuOnClick
            onChange={onChoose}
          >
            <span className={classes.item}>
              <span className={classes.label}>{input.label}</span>
              <span className={classes.note}>{noteOf(input)}</span>
            </span>
          </Menu.RadioItem>
        ))}
        <Menu.RadioItem
          value=""
          checked={now === null}
          checkIcon={check}
          closeMenuOnClick
          onChange={() => onChoose(null)}
        >
          {t("map.notUsed")}
        </Menu.RadioItem>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSortAscending size={16} stroke={1.6} aria-hidden />}
          onClick={() => sort(false)}
        >
          {t("rows.sortUp")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSortDescending size={16} stroke={1.6} aria-hidden />}
          onClick={() => sort(true)}
        >
          {t("rows.sortDown")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
          closeMenuOnClick={false}
          onClick={() => setFiltering(at.column)}
        >
          {t("rows.filterHint")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );

  function noteOf(input: FieldView): string {
    const others = (mapping.find((one) => one.input === input.name)?.columns ?? []).filter(
      (column) => column !== at?.column,
    );
    if (others.length > 0) return t("map.with", { columns: others.join(" + ") });
    return input.required ? t("map.required") : "";
  }
}

/** The look with a column filtered by a text; an empty one filters nothing. */
function withFilter(look: RowsLook, column: number, text: string): RowsLook {
  const others = look.filters.filter((one) => one.column !== column);
  return { ...look, filters: text === "" ? others : [...others, { column, text }] };
}
