import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// The first look at a screen loads its code, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// jsdom draws nothing: give elements a size so that virtual lists show their rows, and name what it lacks.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { configurable: true, get: () => 600 },
  offsetWidth: { configurable: true, get: () => 1200 },
  clientHeight: { configurable: true, get: () => 600 },
});
class StillObserver {
  observe = vi.fn();
  unobserve = vi.fn();
  disconnect = vi.fn();
}
vi.stubGlobal("ResizeObserver", StillObserver);
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
}));
HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
HTMLElement.prototype.scrollTo = () => undefined;
HTMLCanvasElement.prototype.getContext = () => null;
// Fields that grow with their text measure it again when a font arrives.
Object.defineProperty(document, "fonts", {
  configurable: true,
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});

afterEach(cleanup);
