import type { OutcomesView } from "@/bindings/contract";

const FAILED = [
  "refused",
  "cut_off",
  "invalid",
  "too_long",
  "unreadable",
  "provider_error",
  "cancelled",
  "skipped",
] as const;

/** The outcomes that are not done, with their counts, the most frequent first. */
export function failedOutcomes(outcomes: OutcomesView): [(typeof FAILED)[number], number][] {
  return FAILED.map((outcome): [(typeof FAILED)[number], number] => [outcome, outcomes[outcome]])
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
}
