import type { TFunction } from "i18next";
import type { SuggestionView } from "@/bindings/contract";
import { Num } from "@/components/Num";
import { RuleWords } from "@/components/RuleWords";
import type { TableColumn } from "@/components/TableColumn";
import { outcomeText, ruleText } from "@/lib/ruleText";
import type { GroupBy, Line } from "./groups";
import classes from "./Suggestions.module.css";

/** Columns of the list of suggestions. Rules of a group may fit the same rows, so a group shows no sums of them. */
export function suggestionColumns(t: TFunction<"rules">, by: GroupBy): TableColumn<Line>[] {
  const count = (
    key: string,
    head: string,
    width: number,
    of: (rule: SuggestionView) => number,
  ): TableColumn<Line> => ({
    key,
    head,
    width,
    align: "right",
    ...(by === "none" ? { sort: (line: Line) => (line.kind === "rule" ? of(line.rule) : 0) } : {}),
    cell: (line) => (line.kind === "rule" ? <Num value={of(line.rule)} /> : null),
  });
  const then = (line: Line) =>
    line.kind === "rule" ? line.rule.then.map((cell) => outcomeText(t, cell.cell)).join(", ") : "";
  return [
    {
      key: "when",
      head: t("suggest.when"),
      cell: (line) =>
        line.kind === "group" ? (
          <>
            <b>{line.group.name || t("say.always")}</b>{" "}
            <span className={classes.light}>
              {t("suggest.groupOf", { count: line.group.rules.length })}
            </span>
          </>
        ) : (
          <span className={by === "none" ? undefined : classes.member}>
            <RuleWords cells={line.rule.conditions} />
          </span>
        ),
      title: (line) =>
        line.kind === "group" ? line.group.name : ruleText(t, line.rule.conditions),
    },
    { key: "then", head: t("suggest.then"), cell: then, title: then, width: 190, result: true },
    count("for", t("suggest.for"), 72, (rule) => rule.agreeing),
    count("against", t("suggest.against"), 84, (rule) => rule.against),
    {
      key: "later",
      head: t("suggest.laterHead"),
      width: 110,
      align: "right",
      wideOnly: true,
      cell: (line) =>
        line.kind === "rule" && line.rule.later.decided > 0
          ? t("suggest.laterOf", line.rule.later)
          : null,
    },
    count("open", t("suggest.open"), 132, (rule) => rule.open),
  ];
}
