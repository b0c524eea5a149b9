/** True on macOS, where the main modifier is the command key. */
const isMac = typeof navigator !== "undefined" && navigator.userAgent.includes("Mac");

/**
 * A key as written in code: `a`, `shift+a`, `mod+enter`, `mod+shift+enter`, `?`, `[`, `space`, `up`, `f6`, `escape`;
 * two keys one after the other with a space: `g h`. `mod` is ⌘ on macOS and Ctrl elsewhere.
 */
export type Keys = string;

const NAMES: Record<string, string> = {
  " ": "space",
  arrowup: "up",
  arrowdown: "down",
  arrowleft: "left",
  arrowright: "right",
};

/** The key of an event in the spelling of [`Keys`]. */
export function keyOf(event: KeyboardEvent): string {
  const lower = event.key.toLowerCase();
  const name = NAMES[lower] ?? lower;
  // Signs such as ? and + come with Shift on many layouts, so Shift only counts for letters and named keys.
  const shiftCounts = name.length > 1 || /^[a-z]$/.test(name);
  return [
    (isMac ? event.metaKey : event.ctrlKey) ? "mod+" : "",
    event.shiftKey && shiftCounts ? "shift+" : "",
    event.altKey ? "alt+" : "",
    name,
  ].join("");
}

/** True if the key could be meant as text: no modifier but Shift, and a single character or space. */
export function isPlainKey(keys: Keys): boolean {
  const last = keys.replace(/^shift\+/, "");
  return last.length === 1 || last === "space" || /^. .$/.test(last);
}

const SIGNS: Record<string, string> = {
  mod: isMac ? "⌘" : "Ctrl",
  shift: "⇧",
  alt: isMac ? "⌥" : "Alt",
  enter: "↵",
  escape: "Esc",
  space: "Space",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  f6: "F6",
};

/** The caps to draw for a key: `mod+enter` → `["Ctrl", "↵"]`, `g h` → `["G", "H"]`. */
export function capsOf(keys: Keys): string[] {
  return keys
    .split(" ")
    .flatMap((part) => (part === "+" ? ["+"] : part.split("+")))
    .map((part) => SIGNS[part] ?? part.toUpperCase());
}
