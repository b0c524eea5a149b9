import { clsx } from "clsx";
import { TextInput } from "@mantine/core";
import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RulesView, RuleUseView, SheetColumnView, SheetFaultView } from "@/bindings/contract";
import { useCoreWords } from "@/lib/useCoreWords";
import { ConditionField } from "./ConditionField";
import { OutcomeField } from "./OutcomeField";
import { RowTools } from "./RowTools";
import { TOOLS, type Place } from "./place";
import { RuleUse } from "./RuleUse";
import type { Edit, SheetRow } from "./sheet";
import classes from "./Editor.module.css";

type Props = {
  row: SheetRow;
  at: number;
  /** Takes the row's height, which a message below a field makes larger. */
  measure: (row: HTMLElement | null) => void;
  last: boolean;
  columns: SheetColumnView[];
  heads: string[];
  view: RulesView;
  fault: SheetFaultView | undefined;
  use: RuleUseView | undefined;
  /** True if there is a run the table was tried on. */
  ran: boolean;
  /** True if it is the row that was looked for. */
  found: boolean;
  /** The field that takes the focus; null: none. */
  focus: Place | null;
  onEdit: (edit: Edit) => void;
  onFocus: (place: Place | null) => void;
};

/** One rule in fields. */
export const EditRow = memo(function EditRow(props: Props) {
  const { row, at, last, columns, heads, view, fault, use, ran, focus, onEdit, onFocus } = props;
  const { t } = useTranslation("rules");
  const core = useCoreWords();
  const element = useRef<HTMLTableRowElement | null>(null);
  // The focus of the page follows what was asked for.
  useEffect(() => {
    if (focus === null) return;
    const cell = element.current?.querySelector(`[data-column="${focus.column}"]`);
    cell?.querySelector<HTMLElement>("select, input, button:last-child")?.focus();
    onFocus(null);
  }, [focus, onFocus]);
  const rule = at + 1;
  const field = (column: SheetColumnView, place: number) => {
    const shared = {
      value: row.cells[place] ?? "",
      label: t("edit.condition", { field: heads[place] ?? "", rule }),
      error: fault?.column === place ? core(fault.expected) : undefined,
      onChange: (text: string) => onEdit({ do: "cell", row: at, column: place, text }),
    };
    if (column.part === "if") return <ConditionField {...shared} />;
    const output = view.outputs.find((one) => one.name === column.field);
    if (column.part === "then") return <OutcomeField {...shared} choices={output?.choices ?? []} />;
    return (
      <TextInput
        size="sm"
        aria-label={t("edit.note", { rule })}
        value={shared.value}
        error={shared.error}
        onChange={(event) => shared.onChange(event.currentTarget.value)}
      />
    );
  };
  return (
    <tr
      ref={(tr) => {
        element.current = tr;
        props.measure(tr);
      }}
      data-index={at}
      aria-rowindex={at + 2}
      className={clsx(props.found && classes.hit)}
    >
      <td className={classes.number}>{rule}</td>
      <td data-column={TOOLS}>
        <RowTools at={at} last={last} onEdit={onEdit} onFocus={onFocus} />
      </td>
      <td className={classes.use}>
        {fault && fault.column === null ? (
          <span className={classes.fault}>{core(fault.expected)}</span>
        ) : (
          <RuleUse use={use} ran={ran} />
        )}
      </td>
      {columns.map((column, place) => (
        <td key={`${column.part} ${column.field} ${place}`} data-column={place}>
          {field(column, place)}
        </td>
      ))}
    </tr>
  );
});
