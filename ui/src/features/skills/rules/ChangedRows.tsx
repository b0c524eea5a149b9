import { useTranslation } from "react-i18next";
import type { RuleChangeView } from "@/bindings/contract";
import { Table } from "@/components/Table";
import { outcomeText } from "@/lib/ruleText";

type Props = {
  changes: RuleChangeView[];
  /** Labels of the inputs, in the order of each row's. */
  inputs: string[];
  /** True: as high as its rows, for a pane that scrolls. */
  whole?: boolean;
  /** Heads of the outcomes before and after; left out, the saved table's and this one's. */
  heads?: { before: string; after: string };
};

/** Rows of the last run that would come out otherwise, and by which rule before and after. */
export function ChangedRows({ changes, inputs, whole = false, heads }: Props) {
  const { t } = useTranslation("rules");
  const text = (key: string, head: string, of: (row: RuleChangeView) => string) => ({
    key,
    head,
    cell: of,
    title: of,
  });
  const said = (outcome: string | null, rule: number | null) =>
    outcome === null || rule === null
      ? t("edit.nobody")
      : t("edit.byRule", { outcome: outcomeText(t, outcome), rule });
  return (
    <Table
      label={t("edit.changes")}
      rowHeight={26}
      whole={whole}
      rows={changes}
      rowKey={(row) => row.row}
      columns={[
        { key: "row", head: t("edit.row"), width: 60, align: "right", cell: (row) => row.row },
        ...inputs.map((label, at) => text(`in${at}`, label, (row) => row.inputs[at] ?? "")),
        text("before", heads?.before ?? t("edit.before"), (row) =>
          said(row.before, row.before_rule),
        ),
        {
          ...text("after", heads?.after ?? t("edit.after"), (row) =>
            said(row.after, row.after_rule),
          ),
          result: true,
        },
      ]}
    />
  );
}
