/** The parts of the settings, in order. */
export const SECTIONS = ["keys", "prices", "cap", "look", "keyboard", "reviewer", "data"] as const;

/** A part of the settings. */
export type Section = (typeof SECTIONS)[number];

/** The part an address names; the keys if it names none we know. */
export function sectionOf(name: string | undefined): Section {
  return SECTIONS.find((section) => section === name) ?? "keys";
}
