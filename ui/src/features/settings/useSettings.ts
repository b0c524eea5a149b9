import type { SettingsView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";

/** The person's choices, and a way to change some of them. */
export function useSettings() {
  const query = useCall("settings/get", {});
  const set = useAct("settings/set");
  const change = (changes: Partial<SettingsView>, onSaved?: () => void) => {
    if (!query.data) return;
    set.mutate({ ...query.data, ...changes }, onSaved ? { onSuccess: onSaved } : {});
  };
  return { query, change, error: set.error, saving: set.isPending };
}
