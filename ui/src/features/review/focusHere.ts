/** A ref that puts the keyboard into a field as soon as it appears, where a key asked for the field. */
export function focusHere(element: HTMLElement | null): void {
  element?.focus();
}
