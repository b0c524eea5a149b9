import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { DraftFaultView, SkillDraftView, StudioPreview } from "@/bindings/contract";
import { useCall } from "@/data/useCall";
import { faultWords } from "./faultWords";

/** What is wrong with a draft, by the place of each value. */
export type Faults = {
  /** The words at a value; undefined: nothing is wrong with it. */
  at: (path: string) => string | undefined;
  /** How many values below a place are wrong: `inputs`, `checks.2`. */
  below: (path: string) => number;
  preview: StudioPreview | undefined;
  /** True while the answer is of an older draft. */
  stale: boolean;
};

/**
 * Asks the engine what is wrong with the draft, a moment after the last letter. `begun` is what a new skill began with:
 * values nobody came to yet are not called wrong; null calls everything by its name.
 */
export function useFaults(
  draft: SkillDraftView,
  from: string | null,
  refused: DraftFaultView[],
  begun: SkillDraftView | null,
): Faults {
  const { t } = useTranslation("studio");
  const [settled] = useDebouncedValue(draft, 250);
  const query = useCall(
    "studio/preview",
    { draft: settled, ...(from === null ? {} : { from }) },
    { keepPrevious: true },
  );
  const faults = [...(query.data?.faults ?? []), ...refused].filter(
    (fault) => begun === null || valueAt(draft, fault.at) !== valueAt(begun, fault.at),
  );
  return {
    at: (path) => {
      const fault = faults.find((one) => one.at === path);
      return fault && faultWords(t, fault);
    },
    below: (path) =>
      faults.filter((one) => one.at === path || one.at.startsWith(`${path}.`)).length,
    preview: query.data,
    stale: settled !== draft || query.isPlaceholderData,
  };
}

/** The value at a place of a draft, as text. */
function valueAt(draft: SkillDraftView, path: string): string {
  let value: unknown = draft;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null) return "";
    value = Reflect.get(value, step);
  }
  return JSON.stringify(value ?? "");
}
