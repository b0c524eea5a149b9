import { useEffect, useState } from "react";
import { callErrorOf, type CallError } from "@/lib/callError";
import { usePlatform, type Grant, type PickManyKind } from "@/platform/Platform";
import { useAct } from "@/data/useAct";

/** The three ways a table comes in: files that are chosen, files that are dropped, cells that are pasted. */
export type BringTable = {
  /** Lets the person choose files, or a folder of documents; `then` takes them in place of the usual way. */
  pick: (kind?: PickManyKind | "folder", then?: (grants: Grant[]) => void) => Promise<void>;
  /** Why the last file or paste did not come in. */
  error: CallError | null;
};

/** Brings a table to a job. Pasting makes one only where there is none; elsewhere the grid takes the cells. */
export function useBringTable(
  job: string,
  empty: boolean,
  onFiles: (grants: Grant[]) => void,
): BringTable {
  const platform = usePlatform();
  const paste = useAct("job/paste");
  const [error, setError] = useState<CallError | null>(null);

  // Follows files dropped on the window.
  useEffect(
    () =>
      platform.onFileDrop((grants) => {
        if (grants.length > 0) onFiles(grants);
      }),
    [platform, onFiles],
  );

  const { mutate } = paste;
  // Follows the system's clipboard while there is no table.
  useEffect(() => {
    if (!empty) return;
    const take = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest("input, textarea, [role=dialog]"))
        return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.trim() === "") return;
      event.preventDefault();
      mutate({ job, text });
    };
    document.addEventListener("paste", take);
    return () => document.removeEventListener("paste", take);
  }, [empty, job, mutate]);

  return {
    pick: async (kind = "rows", then = onFiles) => {
      setError(null);
      try {
        const grants = kind === "folder" ? await folder() : await platform.pickFiles(kind);
        if (grants.length > 0) then(grants);
      } catch (thrown) {
        setError(callErrorOf(thrown));
      }
    },
    error: error ?? paste.error,
  };

  async function folder(): Promise<Grant[]> {
    const grant = await platform.pickFile("folder");
    return grant ? [grant] : [];
  }
}
