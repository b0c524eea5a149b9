import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { onEnter } from "./composing";

/** A field whose Enter is listened to, and how often it was meant. */
function field() {
  const act = vi.fn();
  render(<input aria-label="Name" onKeyDown={onEnter(act)} />);
  return { input: screen.getByLabelText("Name"), act };
}

describe("Enter while an input method composes", () => {
  it("does not act on the Enter that confirms a candidate in WebKit, where composing has ended and only the code 229 is left", () => {
    const { input, act } = field();
    fireEvent.compositionStart(input);
    fireEvent.compositionEnd(input);
    const event = createEvent.keyDown(input, { key: "Enter", keyCode: 229 });
    fireEvent(input, event);
    expect(act).not.toHaveBeenCalled();
    expect(event.defaultPrevented).toBe(false);
  });

  it("does not act on the Enter that confirms a candidate in Chromium, where the key comes before the end", () => {
    const { input, act } = field();
    fireEvent.compositionStart(input);
    fireEvent.keyDown(input, { key: "Enter", isComposing: true });
    fireEvent.compositionEnd(input);
    expect(act).not.toHaveBeenCalled();
  });

  it("acts once on the Enter that follows", () => {
    const { input, act } = field();
    fireEvent.keyDown(input, { key: "Enter", keyCode: 13 });
    expect(act).toHaveBeenCalledTimes(1);
  });
});
