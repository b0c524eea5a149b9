import type { TFunction } from "i18next";
import type { CallError } from "./callError";
import en from "@/words/en/errors.json";

/** A refusal in the person's words. */
export type ErrorWords = {
  /** What failed, and with what. */
  what: string;
  /** What to do next; none if the sentence says it all. */
  next: string | null;
  /** For support: the code and the host's own English sentence. */
  details: string;
};

/** The words of a refusal. A code without words of ours falls back to the host's English sentence. */
export function errorWords(t: TFunction, error: CallError): ErrorWords {
  const known = Object.hasOwn(en, error.code);
  const hint = `${error.code}_hint`;
  return {
    what: known ? say(t, error.code, error.params) : sentence(error.message),
    next: Object.hasOwn(en, hint)
      ? say(t, hint, error.params)
      : error.hint === null
        ? null
        : sentence(error.hint),
    details: `${error.code}: ${error.message}`,
  };
}

function say(t: TFunction, key: string, params: Record<string, string>): string {
  // The key was looked up in the file a line above.
  return (t as (key: string, options: object) => string)(`errors:${key}`, {
    ...params,
    keySeparator: "§",
  });
}

/** A fragment of the engine as a sentence: a capital at the start, a stop at the end. */
function sentence(fragment: string): string {
  const text = fragment.trim();
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?。]$/.test(capital) ? capital : `${capital}.`;
}
