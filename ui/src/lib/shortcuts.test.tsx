import { fireEvent, render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, it, vi } from "vitest";
import { handleKey, useShortcuts, type Shortcut } from "./shortcuts";

function Screen({ shortcuts, everywhere }: { shortcuts: Shortcut[]; everywhere?: Shortcut[] }) {
  useShortcuts("Test", shortcuts);
  useShortcuts("Everywhere", everywhere ?? [], true);
  useEffect(() => {
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
  return (
    <>
      <input aria-label="Field" />
      <div data-typing>
        <button type="button">Grid cell</button>
      </div>
    </>
  );
}

function press(key: string, more: object = {}, on: Element = document.body) {
  fireEvent.keyDown(on, { key, ...more });
}

describe("keys of a screen", () => {
  it("acts on a single letter when no field has the focus", () => {
    const run = vi.fn();
    render(<Screen shortcuts={[{ keys: "a", run }]} />);
    press("a");
    press("A", { shiftKey: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("leaves letters to fields, to parts that take text, and to input methods", () => {
    const run = vi.fn();
    render(<Screen shortcuts={[{ keys: "a", run }]} />);
    press("a", {}, screen.getByLabelText("Field"));
    press("a", {}, screen.getByRole("button", { name: "Grid cell" }));
    press("a", { isComposing: true });
    press("a", { keyCode: 229 });
    expect(run).not.toHaveBeenCalled();
  });

  it("acts on two keys one after the other", () => {
    const jobs = vi.fn();
    const other = vi.fn();
    render(
      <Screen
        shortcuts={[
          { keys: "g j", run: jobs },
          { keys: "j", run: other },
        ]}
      />,
    );
    press("g");
    press("j");
    expect([jobs.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
    press("j");
    expect(other).toHaveBeenCalledTimes(1);
  });

  it("acts inside a field only on keys that say so", () => {
    const start = vi.fn();
    const undo = vi.fn();
    render(
      <Screen
        shortcuts={[
          { keys: "mod+enter", run: start, inFields: true },
          { keys: "mod+z", run: undo },
        ]}
      />,
    );
    const field = screen.getByLabelText("Field");
    press("Enter", { ctrlKey: true }, field);
    press("z", { ctrlKey: true }, field);
    expect([start.mock.calls.length, undo.mock.calls.length]).toEqual([1, 0]);
  });

  it("reads signs by what is typed, whatever the layout needs for them", () => {
    const keys = vi.fn();
    render(<Screen shortcuts={[{ keys: "?", run: keys }]} />);
    press("?", { shiftKey: true });
    expect(keys).toHaveBeenCalledTimes(1);
  });

  it("lets the keys of a screen go before those of every screen, however often either is drawn", () => {
    const screenUndo = vi.fn();
    const anyUndo = vi.fn();
    const props = {
      shortcuts: [{ keys: "mod+z", run: screenUndo }],
      everywhere: [{ keys: "mod+z", run: anyUndo }],
    };
    const { rerender } = render(<Screen {...props} />);
    rerender(<Screen {...props} />);
    press("z", { ctrlKey: true });
    expect([screenUndo.mock.calls.length, anyUndo.mock.calls.length]).toEqual([1, 0]);
  });
});
