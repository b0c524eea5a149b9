import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useAct } from "@/data/useAct";
import { callErrorOf, type CallError } from "@/lib/callError";
import { usePlatform } from "@/platform/Platform";

/** Brings a skill into the library: chosen, or dropped on the window. */
export type ImportSkill = {
  pick: (kind: "skill" | "folder") => Promise<void>;
  busy: boolean;
  /** Why the last one did not come in. */
  error: CallError | null;
};

/** Imports a skill and opens it. */
export function useImportSkill(): ImportSkill {
  const platform = usePlatform();
  const navigate = useNavigate();
  const bring = useAct("skill/import");
  const [error, setError] = useState<CallError | null>(null);
  const { mutate } = bring;
  const take = (grant: string) =>
    mutate(
      { grant },
      {
        onSuccess: (made) => void navigate({ to: "/skills/$skill", params: { skill: made.skill } }),
      },
    );

  // Follows files dropped on the window; registered again when what it calls changes.
  useEffect(() =>
    platform.onFileDrop((grants) => {
      const first = grants[0];
      if (first) take(first.grant);
    }),
  );

  return {
    pick: async (kind) => {
      setError(null);
      try {
        const grant = await platform.pickFile(kind);
        if (grant) take(grant.grant);
      } catch (thrown) {
        setError(callErrorOf(thrown));
      }
    },
    busy: bring.isPending,
    error: error ?? bring.error,
  };
}
