import { ActionIcon, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { RulesView, RuleUseView, SheetColumnView, SheetFaultView } from "@/bindings/contract";
import { ConditionField } from "./ConditionField";
import { OutcomeField } from "./OutcomeField";
import { RuleUse } from "./RuleUse";
import type { Edit, SheetRow } from "./sheet";
import classes from "./Editor.module.css";

type Props = {
  row: SheetRow;
  at: number;
  last: boolean;
  columns: SheetColumnView[];
  heads: string[];
  view: RulesView;
  fault: SheetFaultView | undefined;
  use: RuleUseView | undefined;
  /** True if there is a run the table was tried on. */
  ran: boolean;
  /** True: the first field takes the focus. */
  focus: boolean;
  onEdit: (edit: Edit) => void;
};

/** One rule in fields. */
export const EditRow = memo(function EditRow(props: Props) {
  const { row, at, last, columns, heads, view, fault, use, ran, focus, onEdit } = props;
  const { t } = useTranslation("rules");
  const rule = at + 1;
  const field = (column: SheetColumnView, place: number) => {
    const shared = {
      value: row.cells[place] ?? "",
      label: t("edit.condition", { field: heads[place] ?? "", rule }),
      error: fault?.column === place ? fault.expected : undefined,
      onChange: (text: string) => onEdit({ do: "cell", row: at, column: place, text }),
    };
    if (column.part === "if") return <ConditionField {...shared} focus={focus && place === 0} />;
    const output = view.outputs.find((one) => one.name === column.field);
    if (column.part === "then") return <OutcomeField {...shared} choices={output?.choices ?? []} />;
    return (
      <TextInput
        className={classes.note}
        size="sm"
        aria-label={t("edit.note", { rule })}
        value={shared.value}
        onChange={(event) => shared.onChange(event.currentTarget.value)}
      />
    );
  };
  return (
    <tr>
      <td className={classes.number}>{rule}</td>
      <td>
        <span className={classes.tools}>
          <ActionIcon
            size={24}
            aria-label={t("edit.up", { rule })}
            disabled={at === 0}
            onClick={() => onEdit({ do: "move", row: at, by: -1 })}
          >
            <IconArrowUp size={15} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={t("edit.down", { rule })}
            disabled={last}
            onClick={() => onEdit({ do: "move", row: at, by: 1 })}
          >
            <IconArrowDown size={15} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={t("edit.remove", { rule })}
            onClick={() => onEdit({ do: "remove", row: at })}
          >
            <IconTrash size={15} stroke={1.6} aria-hidden />
          </ActionIcon>
        </span>
      </td>
      <td className={classes.use}>
        {fault && fault.column === null ? (
          <span className={classes.fault}>{fault.expected}</span>
        ) : (
          <RuleUse use={use} ran={ran} />
        )}
      </td>
      {columns.map((column, place) => (
        <td key={`${column.part} ${column.field} ${place}`}>{field(column, place)}</td>
      ))}
    </tr>
  );
});
