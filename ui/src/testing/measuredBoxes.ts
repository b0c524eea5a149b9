import { configure } from "@testing-library/react";
import { vi } from "vitest";

const BOX = { x: 0, y: 0, top: 0, left: 0, right: 900, bottom: 1700, width: 900, height: 1700 };

/**
 * Gives everything that asks for its size 900 by 1700 px: the task grid draws no cell before it knows its size, and
 * takes off 600 px each for head and foot, as high as `setup.ts` makes every element. Its
 * elements hold their virtual nodes, so a failed search must not print them.
 */
export function measureBoxes(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #callback: (entries: { target: Element; contentRect: typeof BOX }[]) => void;
      constructor(callback: (entries: { target: Element; contentRect: typeof BOX }[]) => void) {
        this.#callback = callback;
      }
      observe(target: Element) {
        // Its parts are measured by their rectangle, which is empty here.
        if (!target.tagName.startsWith("REVOGR-")) return;
        setTimeout(() => this.#callback([{ target, contentRect: BOX }]));
      }
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  configure({ getElementError: (message) => new Error(message ?? "not found") });
}
