import type { ModelOption } from "@/bindings/contract";

/** A name that could be a model: `provider/model`. */
const NAMED = /^[a-z][a-z0-9_-]*\/\S+$/;

/** The models that match a search, and the typed name itself if it could be another one. */
export function matching(
  models: ModelOption[],
  search: string,
): { found: string[]; typed: string | null } {
  const words = search.trim().toLowerCase();
  const found = models.map((one) => one.model).filter((name) => name.toLowerCase().includes(words));
  const typed = search.trim();
  return {
    found,
    typed: NAMED.test(typed) && !models.some((one) => one.model === typed) ? typed : null,
  };
}

/** What is said about a model: which words, and which prices go into them. */
export type ModelPrice =
  { key: "practice" | "free" | "unknown" } | { key: "priced"; input: string; output: string };

/** The price of a model as far as it is known. */
export function priceOf(option: ModelOption | undefined): ModelPrice {
  if (option?.practice === true) return { key: "practice" };
  if (option?.free === true) return { key: "free" };
  if (option?.input_usd != null && option.output_usd !== null) {
    return { key: "priced", input: option.input_usd, output: option.output_usd };
  }
  return { key: "unknown" };
}
