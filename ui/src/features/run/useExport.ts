import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Exported, RunView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";
import { useLocale } from "@/lib/Locale";
import { usePlatform, type SaveKind } from "@/platform/Platform";
import { fileName } from "./fileName";

/** Writing a run's workbook or table: where it stands. */
export type Exporting = {
  start: (kind: SaveKind) => void;
  busy: boolean;
  /** What was written last; none before, or after it was put away. */
  written: Exported | null;
  error: unknown;
  /** Tries again with the same kind of file. */
  again: () => void;
  dismiss: () => void;
};

/** Asks where to write, writes, and hands the file over. */
export function useExport(run: RunView): Exporting {
  const { t } = useTranslation("run");
  const { language } = useLocale();
  const platform = usePlatform();
  const act = useAct("run/export");
  const [kind, setKind] = useState<SaveKind>("workbook");
  const write = async (chosen: SaveKind) => {
    setKind(chosen);
    const name = fileName(t("export.file", { name: run.name, number: run.number }));
    const grant = await platform.pickSave(chosen, `${name}.${chosen === "csv" ? "csv" : "xlsx"}`);
    if (!grant) return;
    act.mutate(
      { run: run.run, grant: grant.grant, language },
      { onSuccess: () => platform.deliver(grant) },
    );
  };
  return {
    start: (chosen) => void write(chosen),
    busy: act.isPending,
    written: act.data ?? null,
    error: act.error,
    again: () => void write(kind),
    dismiss: act.reset,
  };
}
