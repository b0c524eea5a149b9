const ABLE =
  ":not(:disabled, [aria-disabled=true], [data-disabled], [tabindex='-1'], [type=hidden])";

/** From the best kind of place to the last one a dialog falls back to. */
const KINDS = [
  // The dialog says so itself.
  `[data-autofocus]${ABLE}`,
  ["input", "textarea", "select"].map((field) => `${field}${ABLE}`).join(","),
  `button[data-variant=filled]${ABLE}`,
  `button${ABLE}, a[href]`,
];

/** Where a dialog can begin, the best first: one place of each kind that it has now. */
export function placesToBegin(within: HTMLElement): HTMLElement[] {
  return KINDS.flatMap((kind) => {
    const found = within.querySelector<HTMLElement>(kind);
    return found === null ? [] : [chosenOf(found, within)];
  });
}

/** Of a group of radio buttons the one that is chosen: the others are reached with the arrows. */
function chosenOf(found: HTMLElement, within: HTMLElement): HTMLElement {
  if (!(found instanceof HTMLInputElement) || found.type !== "radio") return found;
  const group = within.querySelectorAll<HTMLInputElement>("input[type=radio]:checked");
  return [...group].find((one) => one.name === found.name) ?? found;
}
