import { useState } from "react";
import type { FoundSkillView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";
import { callErrorOf, type CallError } from "@/lib/callError";
import { usePlatform } from "@/platform/Platform";

/** Skills looked for in another program's folder, and the open skill written to a file. */
export type SkillFiles = {
  find: () => Promise<void>;
  found: FoundSkillView[] | null;
  close: () => void;
  write: (skill: string) => Promise<void>;
  /** Where the last one was written. */
  written: string | null;
  error: CallError | null;
};

/** Asks for a folder or a place to write, then asks the engine. */
export function useSkillFiles(): SkillFiles {
  const platform = usePlatform();
  const find = useAct("skill/find");
  const write = useAct("skill/export");
  const [found, setFound] = useState<FoundSkillView[] | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const guarded = async (work: () => Promise<void>) => {
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(callErrorOf(thrown));
    }
  };
  return {
    find: () =>
      guarded(async () => {
        const grant = await platform.pickFile("folder");
        if (grant) setFound(await find.mutateAsync({ grant: grant.grant }));
      }),
    found,
    close: () => setFound(null),
    write: (skill) =>
      guarded(async () => {
        const grant = await platform.pickSave("skill", `${skill}.zip`);
        if (!grant) return;
        await write.mutateAsync({ skill, grant: grant.grant });
        platform.deliver(grant);
      }),
    written: write.data?.path ?? null,
    error,
  };
}
