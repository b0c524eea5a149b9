import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DraftCheckView, DraftTableView } from "@/bindings/contract";
import { CheckCard } from "./CheckCard";
import { newCheck } from "./draft";
import type { PartProps } from "./PartProps";
import classes from "./Studio.module.css";

/** What every answer is tested for. */
export function ChecksPart({ draft, change, faults }: PartProps) {
  const { t } = useTranslation("studio");
  const set = (what: string, checks: DraftCheckView[]) =>
    change(what, (now) => ({ ...now, checks }));
  const putTable = (table: DraftTableView) =>
    change(`table ${table.file}`, (now) => ({
      ...now,
      tables: now.tables.some((one) => one.file === table.file)
        ? now.tables.map((one) => (one.file === table.file ? table : one))
        : [...now.tables, table],
    }));
  return (
    <div className={classes.form}>
      <p className={classes.about}>{t("check.about")}</p>
      {draft.checks.length === 0 && <p className={classes.about}>{t("check.none")}</p>}
      {draft.checks.map((check, at) => (
        <CheckCard
          key={at}
          check={check}
          path={`checks.${at}`}
          draft={draft}
          faults={faults}
          onChange={(what, next) =>
            set(
              what === "" ? "" : `checks.${at}.${what}`,
              draft.checks.map((one, index) => (index === at ? next : one)),
            )
          }
          onTable={putTable}
          onRemove={() =>
            set(
              "",
              draft.checks.filter((_, index) => index !== at),
            )
          }
        />
      ))}
      <div>
        <Button
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          disabled={draft.outputs.length === 0}
          onClick={() => set("", [...draft.checks, newCheck(draft)])}
        >
          {t("check.add")}
        </Button>
      </div>
    </div>
  );
}
