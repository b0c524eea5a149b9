import type { TFunction } from "i18next";
import type { CallError } from "./callError";
import en from "@/words/en/errors.json";
import { coreWords } from "./coreWords";

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
  const params = named(t, error.params);
  return {
    what: say(t, error.code, params) ?? sentence(coreWords(t, error.message)),
    next:
      say(t, `${error.code}_hint`, params) ??
      (error.hint === null ? null : sentence(coreWords(t, error.hint))),
    details: `${error.code}: ${error.message}`,
  };
}

/** The word under a key with its names filled in; null if there is none, or if a name is missing. */
function say(t: TFunction, key: string, params: Record<string, string>): string | null {
  const word = Object.entries(en).find(([known]) => known === key)?.[1];
  if (word === undefined) return null;
  const names = [...word.matchAll(/%\{(\w+)\}/g)].map((match) => match[1] ?? "");
  if (names.some((name) => params[name] === undefined)) return null;
  return sentence(plain(t)(`errors:${key}`, { ...params, keySeparator: "§" }));
}

/** Parts that are sentences of the engine themselves. */
const SENTENCES = ["expected", "detail", "reason", "found"];

/** The engine's names for things (`what`), and its sentences among the parts, in the person's language. */
function named(t: TFunction, given: Record<string, string>): Record<string, string> {
  const params = Object.fromEntries(
    Object.entries(given).map(([name, part]) => [
      name,
      SENTENCES.includes(name) ? coreWords(t, part) : part,
    ]),
  );
  const what = params["what"];
  const key = `what_${what ?? ""}`;
  return what !== undefined && Object.hasOwn(en, key)
    ? { ...params, what: plain(t)(`errors:${key}`, { keySeparator: "§" }) }
    : params;
}

/** Keys here come from the engine, so the types cannot know them; each is looked up before it is used. */
function plain(t: TFunction): (key: string, options: object) => string {
  return t as (key: string, options: object) => string;
}

/** A fragment of the engine as a sentence: a capital at the start, a stop at the end. */
function sentence(fragment: string): string {
  const text = fragment.trim();
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?。]$/.test(capital) ? capital : `${capital}.`;
}
