import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { RuleLossView, RulesTrialView, RulesView } from "@/bindings/contract";
import { Region } from "@/components/Region";
import { SentenceGap } from "@/components/SentenceGap";
import { showCount } from "@/lib/numbers";
import { ChangedRows } from "./ChangedRows";
import { RuleLosses } from "./RuleLosses";
import { isBlank, sheetOf, type Sheet } from "./sheet";
import classes from "./Editor.module.css";

type Props = { trial: UseQueryResult<RulesTrialView>; view: RulesView; sheet: Sheet };

/** What the table being edited would do on the rows of the last run, beside the saved one. */
export function TrialPart({ trial, view, sheet }: Props) {
  const { t } = useTranslation("rules");
  const same = (loss: RuleLossView) =>
    loss.to !== null && conditionsOf(sheetOf(view), loss.rule) === conditionsOf(sheet, loss.to);
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
                    })}
              <SentenceGap />
              {tried.faults.length === 0 &&
                tried.run !== null &&
                (tried.changed > 0 ? t("edit.changed", { count: tried.changed }) : t("edit.same"))}
            </p>
            <RuleLosses losses={tried.losses} same={same} />
            {tried.changes.length > 0 && (
              <ChangedRows
                changes={tried.changes}
                inputs={view.inputs.map((input) => input.label)}
              />
            )}
          </>
        )}
      </Region>
    </section>
  );
}

/** The conditions of the rule with this number, as one text in an order of its own. */
function conditionsOf(sheet: Sheet, number: number): string {
  const row = sheet.rows.filter(({ cells }) => !isBlank(cells))[number - 1];
  const cells = sheet.columns.map((column, at) =>
    column.part === "if" ? `${column.field}: ${row?.cells[at] ?? ""}` : "",
  );
  return cells.sort().join("\n");
}
