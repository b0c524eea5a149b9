import type { OpinionView } from "@/bindings/contract";
import { useCall } from "@/data/useCall";

/** What others said of a result; nothing is asked for where nobody was asked. */
export function useOpinions(run: string, task: number): OpinionView[] {
  const asked = useCall("opinion/list", { run });
  const any = (asked.data?.length ?? 0) > 0;
  const said = useCall("opinion/item", { run, task }, { enabled: any });
  return said.data ?? [];
}
