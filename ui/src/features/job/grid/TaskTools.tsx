import { ActionIcon, Button, Tooltip } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconColumns,
  IconListSearch,
  IconRowInsertBottom,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { JobRowsPage, JobRowsView } from "@/bindings/contract";
import { SearchField } from "@/components/SearchField";
import { Segmented } from "@/components/Segmented";
import { showCount } from "@/lib/numbers";
import classes from "./TaskTools.module.css";
import type { CellEdits } from "./useCellEdits";

type Props = {
  view: JobRowsView;
  onView: (view: JobRowsView) => void;
  /** Rows by who decides; undefined while they load. */
  counts: JobRowsPage | undefined;
  search: string;
  onSearch: (text: string) => void;
  edits: CellEdits;
  /** Columns that feed nothing. */
  unused: number;
  usedOnly: boolean;
  onUsedOnly: (on: boolean) => void;
  /** Rows that are chosen; 0: none. */
  chosen: number;
  onAddRow: () => void;
  onRemoveRows: () => void;
  /** What is sorted or filtered, in words; null: nothing. */
  look: string | null;
  onPlain: () => void;
  onFind: () => void;
  /** The field that finds, while it is open: it takes the place of the tools. */
  find: ReactNode;
};

/** The line above the task list: the three views, undo, redo, columns, search. */
export function TaskTools(props: Props) {
  const { t } = useTranslation("job");
  const { counts, edits, unused, usedOnly } = props;
  const columnWords = usedOnly
    ? t("columns.hidden", { count: unused })
    : t("columns.hide", { count: unused });
  return (
    <div className={classes.tools}>
      <Segmented
        label={t("view.label")}
        value={props.view}
        onChange={props.onView}
        segments={[
          { value: "all", label: segment(t("view.all"), counts?.all) },
          { value: "by_rule", label: segment(t("view.by_rule"), counts?.by_rule) },
          { value: "by_model", label: segment(t("view.by_model"), counts?.by_model) },
        ]}
      />
      {props.find}
      <div className={classes.right} hidden={Boolean(props.find)}>
        <Tooltip label={t("keys.undo")}>
          <ActionIcon
            aria-label={t("keys.undo")}
            size={24}
            disabled={!edits.canUndo}
            onClick={edits.undo}
          >
            <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("keys.redo")}>
          <ActionIcon
            aria-label={t("keys.redo")}
            size={24}
            disabled={!edits.canRedo}
            onClick={edits.redo}
          >
            <IconArrowForwardUp size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("rows.add")}>
          <ActionIcon aria-label={t("rows.add")} size={24} onClick={props.onAddRow}>
            <IconRowInsertBottom size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("rows.remove", { count: props.chosen })}>
          <ActionIcon
            aria-label={t("rows.remove", { count: props.chosen })}
            size={24}
            disabled={props.chosen === 0}
            onClick={props.onRemoveRows}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {props.look !== null && (
          <Button
            variant="subtle"
            size="sm"
            title={t("rows.plain")}
            rightSection={<IconX size={14} stroke={1.6} aria-hidden />}
            onClick={props.onPlain}
          >
            {props.look}
          </Button>
        )}
        {unused > 0 && (
          <Button
            variant="subtle"
            size="sm"
            className={classes.columns}
            aria-pressed={usedOnly}
            aria-label={columnWords}
            title={columnWords}
            leftSection={<IconColumns size={16} stroke={1.6} aria-hidden />}
            onClick={() => props.onUsedOnly(!usedOnly)}
          >
            <span className={classes.columnsText}>{columnWords}</span>
          </Button>
        )}
        <Tooltip label={t("keys.find")}>
          <ActionIcon aria-label={t("keys.find")} size={24} onClick={props.onFind}>
            <IconListSearch size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <SearchField
          label={t("search")}
          value={props.search}
          onChange={props.onSearch}
          width={136}
        />
      </div>
    </div>
  );
}

function segment(label: string, count: number | undefined): ReactNode {
  return count === undefined ? label : `${label} ${showCount(count)}`;
}
