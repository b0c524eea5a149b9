import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Exported, RunView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";
import { fileName } from "@/lib/fileName";
import { useLocale } from "@/lib/Locale";
import { usePlatform } from "@/platform/Platform";

/** What to write, and how. */
export type ExportChoice = {
  kind: keyof typeof ENDING;
  /** True: into a copy of the workbook the rows came from. */
  intoOriginal?: boolean;
  /** Of a text table; left out, UTF-8 and a comma. */
  encoding?: string;
  delimiter?: string;
};

const ENDING = { workbook: "xlsx", macros: "xlsm", csv: "csv", json: "json" } as const;

/** Writing a run's workbook or table: where it stands. */
export type Exporting = {
  start: (choice: ExportChoice) => void;
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
  const [last, setLast] = useState<ExportChoice>({ kind: "workbook" });
  const write = async (choice: ExportChoice) => {
    setLast(choice);
    const { kind, intoOriginal, encoding, delimiter } = choice;
    const name = fileName(t("export.file", { name: run.name, number: run.number }));
    const grant = await platform.pickSave(kind, `${name}.${ENDING[kind]}`);
    if (!grant) return;
    act.mutate(
      {
        run: run.run,
        grant: grant.grant,
        language,
        ...(intoOriginal === true && { into_original: true }),
        ...(encoding !== undefined && { encoding }),
        ...(delimiter !== undefined && { delimiter }),
      },
      { onSuccess: () => platform.deliver(grant) },
    );
  };
  return {
    start: (choice) => void write(choice),
    busy: act.isPending,
    written: act.data ?? null,
    error: act.error,
    again: () => void write(last),
    dismiss: act.reset,
  };
}
