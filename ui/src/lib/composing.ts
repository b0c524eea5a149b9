import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/**
 * True while an input method owns the key. Chromium says `isComposing`; WebKit ends the composition first and
 * only betrays the confirming Enter by the key code 229.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = "nativeEvent" in event ? event.nativeEvent : event;
  // The key code is deprecated everywhere, and the only sign WebKit gives.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return native.isComposing || native.keyCode === 229;
}

/** A key handler for fields: calls `act` on an Enter that the person meant, never on one that picks a candidate. */
export function onEnter(act: () => void): (event: ReactKeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" || isComposing(event) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
}
