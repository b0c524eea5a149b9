import type { KeyboardEvent } from "react";

const HEAD = "[data-column] button";

/** Moves the focus to the column at the left or right of the one that has it; false: it was another key, or elsewhere. */
export function moveAlongHeads(event: KeyboardEvent): boolean {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const head = event.target instanceof Element ? event.target.closest(HEAD) : null;
  if (step === 0 || !head) return false;
  const heads = headsInOrder();
  heads[heads.findIndex((one) => one === head) + step]?.focus();
  return true;
}

/** Puts the focus on the first column in sight. */
export function toFirstHead(): void {
  headsInOrder()[0]?.focus();
}

/** Puts the focus back on an input. */
export function toInput(name: string): void {
  const inputs = [...document.querySelectorAll<HTMLElement>("[data-input]")];
  inputs.find((one) => one.dataset["input"] === name)?.focus();
}

/** Heads from left to right; the grid keeps them in another order while it scrolls. */
function headsInOrder(): HTMLElement[] {
  const heads = [...document.querySelectorAll<HTMLElement>(HEAD)];
  const left = (head: HTMLElement) => head.getBoundingClientRect().left;
  return heads.sort((one, other) => left(one) - left(other));
}
