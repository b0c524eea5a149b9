import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RulesOpened } from "@/bindings/contract";
import { useAct } from "@/data/useAct";
import type { ParamsOf } from "@/data/tags";
import { callErrorOf, type CallError } from "@/lib/callError";
import { usePlatform } from "@/platform/Platform";
import type { Editing } from "./useSheet";

/** Saving a rules table, and bringing it to and from a file. */
export type RulesActs = {
  save: () => void;
  open: () => void;
  write: (kind: "workbook" | "csv") => void;
  busy: boolean;
  /** What was done last, in words. */
  note: string | null;
  error: CallError | null;
  /** A file that was opened and is to be looked at before it takes the table's place; null: none. */
  opened: RulesOpened | null;
  /** Takes the opened file, or leaves it. */
  take: (taken: boolean) => void;
};

const NAMES = { workbook: "rules.xlsx", csv: "rules.csv" } as const;

/** Saves a table as a new version of its skill, and takes it to a spreadsheet program and back. */
export function useRulesActs(skill: string, editing: Editing, onStale: () => void): RulesActs {
  const { t } = useTranslation("rules");
  const platform = usePlatform();
  const save = useAct("rules/save");
  const open = useAct("rules/open");
  const write = useAct("rules/write");
  const [note, setNote] = useState<string | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [opened, setOpened] = useState<RulesOpened | null>(null);
  const { sheet } = editing;
  const typed = { skill, columns: sheet.columns, rows: sheet.rows.map((row) => row.cells) };
  const guarded = (work: () => Promise<string | null>) => {
    setError(null);
    setNote(null);
    work().then(setNote, (thrown: unknown) => {
      const refused = callErrorOf(thrown);
      setError(refused);
      if (refused.code === "rules_changed") onStale();
    });
  };
  const saved = async () => {
    const params: ParamsOf<"rules/save"> = { ...typed, base: editing.base };
    const { version, base } = await save.mutateAsync(params);
    if (version === null || base === null) return null;
    editing.saved(base);
    return t("edit.saved", { version });
  };
  const openedFile = async () => {
    const grant = await platform.pickFile("table");
    if (grant) setOpened(await open.mutateAsync({ ...typed, grant: grant.grant }));
    return null;
  };
  const written = async (kind: "workbook" | "csv") => {
    const grant = await platform.pickSave(kind, NAMES[kind]);
    if (!grant) return null;
    const { path } = await write.mutateAsync({ ...typed, grant: grant.grant });
    platform.deliver(grant);
    return t("edit.written", { path });
  };
  return {
    save: () => guarded(saved),
    open: () => guarded(openedFile),
    write: (kind) => guarded(() => written(kind)),
    busy: save.isPending || open.isPending || write.isPending,
    note,
    error,
    opened,
    take: (taken) => {
      if (taken && opened) {
        editing.replace(opened.table);
        setNote(t("edit.opened"));
      }
      setOpened(null);
    },
  };
}
