const OUTCOMES = [
  "waiting",
  "at_work",
  "done",
  "refused",
  "cut_off",
  "invalid",
  "too_long",
  "unreadable",
  "provider_error",
  "cancelled",
  "skipped",
] as const;

/** The key of the words of a row's outcome under `common:outcome`; a newer engine's word counts as invalid. */
export function outcomeKey(outcome: string): (typeof OUTCOMES)[number] {
  return OUTCOMES.find((known) => known === outcome) ?? "invalid";
}
