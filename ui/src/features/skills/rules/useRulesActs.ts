import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAct } from "@/data/useAct";
import type { ParamsOf } from "@/data/tags";
import { callErrorOf, type CallError } from "@/lib/callError";
import { usePlatform } from "@/platform/Platform";
import type { Editing } from "./useSheet";

/** Saving a rules table, and bringing it to and from a file. */
export type RulesActs = {
  save: (typed: ParamsOf<"rules/save">) => void;
  open: () => void;
  write: () => void;
  busy: boolean;
  /** What was done last, in words. */
  note: string | null;
  error: CallError | null;
};

/** Saves a table as a new version of its skill, opens one from a CSV file, writes the saved one to a CSV file. */
export function useRulesActs(skill: string, editing: Editing): RulesActs {
  const { t } = useTranslation("rules");
  const platform = usePlatform();
  const save = useAct("rules/save");
  const open = useAct("rules/open");
  const write = useAct("rules/write");
  const [note, setNote] = useState<string | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const guarded = (work: () => Promise<string | null>) => () => {
    setError(null);
    setNote(null);
    work().then(setNote, (thrown: unknown) => setError(callErrorOf(thrown)));
  };
  return {
    save: (typed) =>
      guarded(async () => {
        const { version } = await save.mutateAsync(typed);
        return version === null ? null : t("edit.saved", { version });
      })(),
    open: guarded(async () => {
      const grant = await platform.pickFile("table");
      if (!grant) return null;
      editing.reset(await open.mutateAsync({ skill, grant: grant.grant }), true);
      return t("edit.opened");
    }),
    write: guarded(async () => {
      const grant = await platform.pickSave("csv", "rules.csv");
      if (!grant) return null;
      const { path } = await write.mutateAsync({ skill, grant: grant.grant });
      platform.deliver(grant);
      return t("edit.written", { path });
    }),
    busy: save.isPending || open.isPending || write.isPending,
    note,
    error,
  };
}
