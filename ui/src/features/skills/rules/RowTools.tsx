import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TOOLS, type Place } from "./place";
import type { Edit } from "./sheet";
import classes from "./Editor.module.css";

type Props = {
  /** The place of the rule. */
  at: number;
  last: boolean;
  onEdit: (edit: Edit) => void;
  onFocus: (place: Place) => void;
};

/** What can be done with one rule as a whole. */
export function RowTools({ at, last, onEdit, onFocus }: Props) {
  const { t } = useTranslation("rules");
  const rule = at + 1;
  const tools = [
    {
      label: t("edit.up", { rule }),
      Icon: IconArrowUp,
      off: at === 0,
      run: () => onEdit({ do: "move", row: at, by: -1 }),
    },
    {
      label: t("edit.down", { rule }),
      Icon: IconArrowDown,
      off: last,
      run: () => onEdit({ do: "move", row: at, by: 1 }),
    },
    {
      label: t("edit.duplicate", { rule }),
      Icon: IconCopy,
      off: false,
      run: () => {
        onEdit({ do: "duplicate", row: at });
        onFocus({ row: at + 1, column: 0 });
      },
    },
    {
      label: t("edit.remove", { rule }),
      Icon: IconTrash,
      off: false,
      run: () => {
        onEdit({ do: "remove", row: at });
        onFocus({ row: last ? at - 1 : at, column: TOOLS });
      },
    },
  ];
  return (
    <span className={classes.tools}>
      {tools.map(({ label, Icon, off, run }) => (
        <ActionIcon
          key={label}
          size={24}
          aria-label={label}
          title={label}
          disabled={off}
          onClick={run}
        >
          <Icon size={15} stroke={1.6} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  );
}
