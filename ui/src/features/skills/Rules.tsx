import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RuleRow, SkillView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Num } from "@/components/Num";
import { RuleCell } from "@/components/RuleCell";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { readCondition, readOutcome } from "@/lib/conditions";
import { showCount } from "@/lib/numbers";
import { conditionText, outcomeText } from "@/lib/ruleText";
import classes from "./Rules.module.css";

type Props = { skill: SkillView };

/** The decision table: conditions, what then comes out, a note, and how many rows each rule decided last time. */
export function Rules({ skill }: Props) {
  const { t } = useTranslation("skills");
  const { t: say } = useTranslation("rules");
  const { rule_columns: heads, rule_rows: rules } = skill;
  if (rules.length === 0) {
    return <Empty title={t("rule.none")}>{t("rule.noneText")}</Empty>;
  }
  const decided = rules.map((rule) => rule.decided_last ?? 0);
  const most = Math.max(1, ...decided);
  const total = decided.reduce((sum, count) => sum + count, 0);
  const ran = rules.some((rule) => rule.decided_last !== null);
  const notes = rules.some((rule) => rule.note !== "");
  const columns: TableColumn<RuleRow>[] = [
    {
      key: "rule",
      head: <VisuallyHidden>{t("rule.number")}</VisuallyHidden>,
      cell: (row) => row.rule,
      width: 36,
      rowNumber: true,
    },
    ...heads.map((column, index): TableColumn<RuleRow> => {
      const text = (row: RuleRow) => row.cells[index] ?? "";
      const width = narrowWidth([column.label, ...rules.map(text)], column.condition ? 22 : 40);
      return column.condition
        ? {
            key: `c${index}`,
            ...(width === null ? {} : { width }),
            head: column.label,
            cell: (row) => <RuleCell condition={readCondition(text(row))} />,
            title: (row) => conditionText(say, text(row)),
          }
        : {
            key: `c${index}`,
            head: t("rule.then", { label: column.label }),
            cell: (row) => <RuleCell condition={readOutcome(text(row))} />,
            title: (row) => outcomeText(say, text(row)),
            ...(width === null ? {} : { width }),
            result: true,
          };
    }),
    ...(notes
      ? [
          {
            key: "note",
            head: t("rule.note"),
            width: 168,
            cell: (row: RuleRow) => row.note,
            title: (row: RuleRow) => row.note,
            dim: true,
            wideOnly: true,
          },
        ]
      : []),
    {
      key: "decided",
      head: t("rule.decided"),
      width: ran ? 140 : 112,
      align: "right",
      sort: (row) => row.decided_last ?? 0,
      cell: (row) => (
        <span className={classes.decided}>
          <i className={classes.rail} aria-hidden="true">
            <i style={{ width: `${(((row.decided_last ?? 0) / most) * 100).toFixed(1)}%` }} />
          </i>
          <span className={classes.count}>
            <Num value={row.decided_last} />
          </span>
        </span>
      ),
    },
  ];
  return (
    <>
      <p className={classes.say}>{t("rule.say")}</p>
      <div className={classes.table}>
        <Table
          label={t("tab.rules")}
          columns={columns}
          rows={rules}
          rowKey={(rule) => rule.rule}
          rowHeight={32}
          lined
        />
      </div>
      <p className={classes.foot}>
        {ran ? (
          <>
            <b>{showCount(total)}</b> {t("rule.total", { count: total })}
          </>
        ) : (
          t("rule.notYet")
        )}
      </p>
    </>
  );
}

/**
 * A width for a column whose cells are short, so that the long ones get the room; null: it takes what is left.
 * `most`: characters up to which a column counts as short.
 */
function narrowWidth(texts: string[], most: number): number | null {
  const longest = Math.max(...texts.map((text) => text.length));
  return longest > most ? null : Math.min(184, Math.max(84, longest * 7 + 20));
}
