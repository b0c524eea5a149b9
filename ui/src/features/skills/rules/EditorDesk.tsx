import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RulesView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { ErrorNote } from "@/components/ErrorNote";
import { Notice } from "@/components/Notice";
import { useCall } from "@/data/useCall";
import { useShortcuts } from "@/lib/shortcuts";
import { EditorBar } from "./EditorBar";
import { EditTable } from "./EditTable";
import { TrialPart } from "./TrialPart";
import { useRulesActs } from "./useRulesActs";
import { useSheet } from "./useSheet";
import classes from "./Editor.module.css";

type Props = { skill: string; view: RulesView };

/** The rules table in fields, what it would do on the last run's rows, and saving as a new version. */
export function EditorDesk({ skill, view }: Props) {
  const { t } = useTranslation("rules");
  const [focusRow, setFocusRow] = useState<number | null>(null);
  const editing = useSheet(view);
  const { sheet } = editing;
  const typed = { skill, columns: sheet.columns, rows: sheet.rows.map((row) => row.cells) };
  const trial = useCall("rules/preview", typed, { keepPrevious: true });
  const acts = useRulesActs(skill, editing);
  const faults = trial.data?.faults ?? [];
  const ready =
    editing.changed && faults.length === 0 && trial.isSuccess && !trial.isPlaceholderData;
  useShortcuts(t("edit.keys"), [
    {
      keys: "mod+s",
      label: t("edit.save"),
      run: () => acts.save(typed),
      enabled: ready && !acts.busy,
      inFields: true,
    },
    { keys: "mod+z", run: editing.undo, enabled: editing.canUndo },
  ]);
  return (
    <div className={classes.part}>
      <EditorBar
        view={view}
        editing={editing}
        acts={acts}
        ready={ready}
        onSave={() => acts.save(typed)}
        onAdd={() => {
          editing.edit({ do: "add" });
          setFocusRow(sheet.rows.length);
        }}
      />
      {acts.error && <ErrorNote error={acts.error} safe={t("edit.safe")} />}
      {acts.note !== null && <Notice shape="done">{acts.note}</Notice>}
      {sheet.rows.length === 0 ? (
        <Empty title={t("edit.none")}>{t("edit.noneText")}</Empty>
      ) : (
        <EditTable
          view={view}
          sheet={sheet}
          trial={trial.data}
          focusRow={focusRow}
          onEdit={editing.edit}
        />
      )}
      <TrialPart trial={trial} view={view} />
    </div>
  );
}
