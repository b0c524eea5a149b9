/** Moves the focus to the next pane (`data-pane`) of the window, or the one before; F6 and Shift F6. */
export function focusNextPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")];
  if (panes.length === 0) return;
  const current = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = current === -1 && step === -1 ? 0 : current;
  const next = panes[(from + step + panes.length) % panes.length];
  if (!next) return;
  const inside = next.querySelector<HTMLElement>(
    "[tabindex='0'], button:not([disabled]), a[href], input:not([disabled]), select, textarea",
  );
  (inside ?? next).focus();
}
