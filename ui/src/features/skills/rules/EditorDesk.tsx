import { useDebouncedValue } from "@mantine/hooks";
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
import { OpenedDialog } from "./OpenedDialog";
import type { Place } from "./place";
import { StaleNotice } from "./StaleNotice";
import { TrialPart } from "./TrialPart";
import { useFind } from "./useFind";
import { useRowFacts } from "./useRowFacts";
import { useRulesActs } from "./useRulesActs";
import { useSheet } from "./useSheet";
import classes from "./Editor.module.css";

type Props = { skill: string; view: RulesView; onStale: () => void };

/** So long after the last key the table is tried. */
const SETTLE_MS = 200;

/** The rules table in fields, what it would do on the last run's rows, and saving as a new version. */
export function EditorDesk({ skill, view, onStale }: Props) {
  const { t } = useTranslation("rules");
  const editing = useSheet(view);
  const { sheet } = editing;
  const [focus, setFocus] = useState<Place | null>(null);
  const find = useFind(sheet.rows);
  const [settled] = useDebouncedValue(sheet, SETTLE_MS);
  const tried = {
    skill,
    base: editing.base,
    columns: settled.columns,
    rows: settled.rows.map((row) => row.cells),
  };
  const trial = useCall("rules/preview", tried, { keepPrevious: true });
  const facts = useRowFacts(trial, settled);
  const acts = useRulesActs(skill, editing, onStale);
  const faults = trial.data?.faults ?? [];
  const fresh = settled === sheet && trial.isSuccess && !trial.isPlaceholderData;
  const ready = editing.changed && !editing.stale && faults.length === 0 && fresh;
  useShortcuts(t("edit.keys"), [
    {
      keys: "mod+s",
      label: t("edit.save"),
      run: acts.save,
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
        find={find}
        ready={ready}
        onAdd={() => {
          editing.edit({ do: "add", row: sheet.rows.length });
          setFocus({ row: sheet.rows.length, column: 0 });
        }}
      />
      {editing.stale && <StaleNotice view={view} editing={editing} />}
      {acts.error && !editing.stale && <ErrorNote error={acts.error} safe={t("edit.safe")} />}
      {acts.note !== null && <Notice shape="done">{acts.note}</Notice>}
      {sheet.rows.length === 0 ? (
        <Empty title={t("edit.none")}>{t("edit.noneText")}</Empty>
      ) : (
        <EditTable
          view={view}
          sheet={sheet}
          facts={facts}
          focus={focus}
          found={find.at}
          goTo={find.goTo}
          onFocus={setFocus}
          onEdit={editing.edit}
        />
      )}
      <TrialPart trial={trial} view={view} sheet={sheet} />
      <OpenedDialog opened={acts.opened} onDone={acts.take} />
    </div>
  );
}
