import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { RuleChangeView, RulesTrialView, RulesView } from "@/bindings/contract";
import { Region } from "@/components/Region";
import { Table } from "@/components/Table";
import { showCount } from "@/lib/numbers";
import classes from "./Editor.module.css";

type Props = { trial: UseQueryResult<RulesTrialView>; view: RulesView };

/** What the table being edited would do on the rows of the last run, beside the saved one. */
export function TrialPart({ trial, view }: Props) {
  const { t } = useTranslation("rules");
  const text = (key: string, head: string, of: (row: RuleChangeView) => string) => ({
    key,
    head,
    cell: of,
    title: of,
  });
  return (
    <section className={classes.trial} aria-label={t("edit.changes")} aria-live="polite">
      <Region query={trial}>
        {(tried) => (
          <>
            <p className={classes.say}>
              {tried.faults.length > 0
                ? t("edit.faults", { count: tried.faults.length })
                : tried.run === null
                  ? t("edit.untried")
                  : t("edit.tried", {
                      run: tried.run_name,
                      now: showCount(tried.decided),
                      rows: showCount(tried.rows),
                      before: showCount(tried.decided_before),
                    })}{" "}
              {tried.faults.length === 0 &&
                tried.run !== null &&
                (tried.changed > 0 ? t("edit.changed", { count: tried.changed }) : t("edit.same"))}
            </p>
            {tried.changes.length > 0 && (
              <Table
                label={t("edit.changes")}
                rowHeight={26}
                rows={tried.changes}
                rowKey={(row) => row.row}
                columns={[
                  {
                    key: "row",
                    head: t("edit.row"),
                    width: 60,
                    align: "right",
                    cell: (row) => row.row,
                  },
                  ...view.inputs.map((input, at) =>
                    text(input.name, input.label, (row) => row.inputs[at] ?? ""),
                  ),
                  text("before", t("edit.before"), (row) => row.before ?? t("edit.nobody")),
                  {
                    ...text("after", t("edit.after"), (row) => row.after ?? t("edit.nobody")),
                    result: true,
                  },
                ]}
              />
            )}
          </>
        )}
      </Region>
    </section>
  );
}
