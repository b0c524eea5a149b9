import { useCall } from "@/data/useCall";
import { filterOf, type Sight } from "./sight";

/** The run at a glance: facets, groups, and what accepting would cover. */
export function useSurvey(run: string, sight: Sight, enabled = true) {
  return useCall(
    "review/survey",
    { run, filter: filterOf(sight) },
    { enabled, keepPrevious: true },
  );
}
