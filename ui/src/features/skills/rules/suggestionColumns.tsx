import type { TFunction } from "i18next";
import type { SuggestionView } from "@/bindings/contract";
import { Num } from "@/components/Num";
import type { TableColumn } from "@/components/TableColumn";
import { RuleWords } from "./RuleWords";

/** Columns of the list of suggestions. */
export function suggestionColumns(t: TFunction<"rules">): TableColumn<SuggestionView>[] {
  return [
    {
      key: "when",
      head: t("suggest.when"),
      cell: (rule) => <RuleWords cells={rule.conditions} />,
      title: (rule) => rule.conditions.map((cell) => `${cell.label} ${cell.cell}`).join(", "),
    },
    {
      key: "then",
      head: t("suggest.then"),
      cell: (rule) => rule.then.map((cell) => cell.cell).join(", "),
      title: (rule) => rule.then.map((cell) => cell.cell).join(", "),
      width: 190,
      result: true,
    },
    {
      key: "for",
      head: t("suggest.for"),
      width: 72,
      align: "right",
      sort: (rule) => rule.agreeing,
      cell: (rule) => <Num value={rule.agreeing} />,
    },
    {
      key: "against",
      head: t("suggest.against"),
      width: 84,
      align: "right",
      sort: (rule) => rule.against,
      cell: (rule) => <Num value={rule.against} />,
    },
    {
      key: "open",
      head: t("suggest.open"),
      width: 132,
      align: "right",
      sort: (rule) => rule.open,
      cell: (rule) => <Num value={rule.open} />,
    },
  ];
}
