import type { Keys } from "./keys";

/** What a key of the review can do, in the order people see it. */
export const REVIEW_ACTS = [
  "accept",
  "correct",
  "reject",
  "ask",
  "learn",
  "skip",
  "flag",
  "flagNote",
  "undo",
  "next",
  "previous",
  "evidenceNext",
  "evidencePrevious",
  "scroll",
  "scrollBack",
  "acceptAll",
  "view",
  "order",
  "filter",
  "closing",
  "sample",
  "sign",
] as const;

/** One of them. */
export type ReviewActName = (typeof REVIEW_ACTS)[number];

/** Which key does what in a review. */
export type ReviewKeys = Record<ReviewActName, Keys>;

/** The keys unless the person chose others. */
export const USUAL_KEYS: ReviewKeys = {
  accept: "a",
  correct: "e",
  reject: "x",
  ask: "q",
  learn: "l",
  skip: "s",
  flag: "m",
  flagNote: "shift+m",
  undo: "z",
  next: "j",
  previous: "k",
  evidenceNext: "]",
  evidencePrevious: "[",
  scroll: "space",
  scrollBack: "shift+space",
  acceptAll: "shift+a",
  view: "v",
  order: "o",
  filter: "f",
  closing: "c",
  sample: "d",
  sign: "shift+s",
};

/** Keys that nothing has as its usual one. */
const SPARE: Keys[] = ["b", "i", "p", "u", "y", "h"];

/** Keys that stay what they are: everywhere, in fields, for the alternatives and for the page of a document. */
const FIXED = new Set<Keys>([
  ...["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
  ...["/", "?", "+", "-", "g", "n", "w", "r", "t"],
  ...["enter", "escape", "tab", "shift+tab", "mod+z", "mod+enter", "up", "down", "left", "right"],
  ...["pageup", "pagedown", "home", "end", "backspace", "delete", "f6", "shift+f6"],
]);

/** All keys of the review: those the person changed, and the usual ones. */
export function reviewKeysOf(changed: Record<string, string>): ReviewKeys {
  const known = REVIEW_ACTS.flatMap((act) => {
    const keys = changed[act];
    return keys === undefined ? [] : [[act, keys] as const];
  });
  const chosen = new Set(known.map(([, keys]) => keys));
  const own = new Set<string>(known.map(([act]) => act));
  // A key the person gave to something else before this act came: it takes one that is free.
  const taken = new Set([...chosen, ...Object.values(USUAL_KEYS)]);
  const spare = SPARE.filter((keys) => !taken.has(keys));
  const usual = REVIEW_ACTS.map((act): [ReviewActName, Keys] => {
    const keys = USUAL_KEYS[act];
    return [act, !own.has(act) && chosen.has(keys) ? (spare.shift() ?? keys) : keys];
  });
  return { ...USUAL_KEYS, ...Object.fromEntries(usual), ...Object.fromEntries(known) };
}

/** What stands in the way of a key: another act that has it, or that it is fixed; none if it is free. */
export function takenBy(
  act: ReviewActName,
  keys: Keys,
  all: ReviewKeys,
): ReviewActName | "fixed" | null {
  // The window, the system and text fields keep what comes with these.
  if (FIXED.has(keys) || /^(mod|alt)\+/.test(keys) || keys.includes("+alt+")) return "fixed";
  return REVIEW_ACTS.find((other) => other !== act && all[other] === keys) ?? null;
}

/** What is stored: only what differs from the usual keys. */
export function changedKeys(all: ReviewKeys): Record<string, string> {
  return Object.fromEntries(
    REVIEW_ACTS.filter((act) => all[act] !== USUAL_KEYS[act]).map((act) => [act, all[act]]),
  );
}
