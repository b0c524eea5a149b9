import { useEffect, useState, useSyncExternalStore } from "react";
import { isComposing } from "./composing";
import { isPlainKey, keyOf, type Keys } from "./keys";

/** One shortcut of a screen. */
export type Shortcut = {
  keys: Keys;
  /** What it does, in the person's language, for the overlay; without it the overlay leaves it out. */
  label?: string;
  run: () => void;
  /** False: the key does nothing now (it stays in the overlay). */
  enabled?: boolean;
  /** True: it also works while a field has the focus. Only for keys with a modifier and Escape. */
  inFields?: boolean;
};

/** A group of shortcuts as the overlay lists it. */
type ShortcutGroup = {
  where: string;
  shortcuts: Shortcut[];
  /** True for the keys of every screen, which give way to those of the screen itself. */
  everywhere: boolean;
};

const groups = new Map<symbol, ShortcutGroup>();
const listeners = new Set<() => void>();
let snapshot: ShortcutGroup[] = [];
let pending: { key: string; until: number } | null = null;
const SEQUENCE_MS = 1200;

/**
 * Makes keys work while the component is mounted. Single letters are ignored while a field has the focus, while an
 * input method composes, and while a dialog is open. The group that was mounted last wins; `everywhere` comes last.
 */
export function useShortcuts(where: string, shortcuts: Shortcut[], everywhere = false): void {
  const [id] = useState(() => Symbol(where));
  // Follows the window's keyboard: written in every render so that handlers see fresh values, in the same place.
  useEffect(() => {
    groups.set(id, { where, shortcuts, everywhere });
    publish();
  });
  // Follows the same keyboard: the keys end with the component.
  useEffect(
    () => () => {
      groups.delete(id);
      publish();
    },
    [id],
  );
}

/** All groups registered now, for the overlay. */
export function useShortcutGroups(): ShortcutGroup[] {
  return useSyncExternalStore(subscribe, () => snapshot);
}

/** Handles one key of the window; exported for the shell, which listens once. */
export function handleKey(event: KeyboardEvent, now: number = performance.now()): void {
  if (event.defaultPrevented || isComposing(event)) return;
  const key = keyOf(event);
  if (["shift", "control", "meta", "alt"].includes(event.key.toLowerCase())) return;
  const first = pending && pending.until > now ? pending.key : null;
  pending = null;
  if ((key === "space" || key === "enter") && isPressable(event.target)) return;
  const typing = isTyping(event.target);
  const dialog = document.querySelector("[aria-modal=true]") !== null;
  const all = [...groups.values()]
    .reverse()
    .sort((a, b) => Number(a.everywhere) - Number(b.everywhere))
    .flatMap((group) => group.shortcuts);
  const matches = (shortcut: Shortcut) => {
    if (shortcut.enabled === false || dialog) return false;
    if (typing && (isPlainKey(shortcut.keys) || shortcut.inFields !== true)) return false;
    return shortcut.keys === key || (first !== null && shortcut.keys === `${first} ${key}`);
  };
  const hit =
    (first === null ? undefined : all.find((s) => s.keys === `${first} ${key}` && matches(s))) ??
    all.find(matches);
  if (hit) {
    event.preventDefault();
    hit.run();
  } else if (!typing && !dialog && all.some((s) => s.keys.startsWith(`${key} `))) {
    pending = { key, until: now + SEQUENCE_MS };
  }
}

/** True if the focus is somewhere text is typed; `data-typing` marks parts of our own that take text (the grid). */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const field = target.closest(
    "input, textarea, select, [contenteditable=true], [role=textbox], [role=combobox], [data-typing]",
  );
  if (field instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "range"].includes(field.type);
  return field !== null;
}

/** True on a button or link, which takes Space and Enter for itself. */
function isPressable(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("button, a[href], summary, [role=button], [role=menuitem]") !== null
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(): void {
  const next = [...groups.values()];
  const same = JSON.stringify(next.map(outline)) === JSON.stringify(snapshot.map(outline));
  snapshot = same ? snapshot : next;
  if (!same) for (const listener of listeners) listener();
}

function outline(group: ShortcutGroup): unknown {
  return [group.where, group.shortcuts.map((s) => [s.keys, s.label, s.enabled])];
}
