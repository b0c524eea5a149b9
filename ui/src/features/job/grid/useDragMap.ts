import { useState, type PointerEvent as ReactPointerEvent } from "react";

/** What is dragged: a column's head or an input, and its name under the pointer. */
export type Dragged = { label: string; x: number; y: number };

/** Movement in px before a press is a drag. */
const SLOP = 6;

type DragMap = {
  dragged: Dragged | null;
  onPointerDown: (event: ReactPointerEvent) => void;
};

/**
 * Dragging an input to a column's head, or a head to an input. By the pointer's own events: the page's drag and drop is
 * the system's in the real window, where it brings files.
 */
export function useDragMap(onDrop: (column: number, input: string) => void): DragMap {
  const [dragged, setDragged] = useState<Dragged | null>(null);

  const onPointerDown = (event: ReactPointerEvent) => {
    const from = event.target instanceof Element ? endOf(event.target) : null;
    if (!from || event.button !== 0) return;
    const begun = { x: event.clientX, y: event.clientY };
    let moving = false;
    let over: Element | null = null;
    const aim = (to: Element | null) => {
      over?.removeAttribute("data-over");
      over = to;
      over?.setAttribute("data-over", "true");
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      moving ||= Math.hypot(x - begun.x, y - begun.y) > SLOP;
      if (!moving) return;
      document.body.style.userSelect = "none";
      const under = endOf(document.elementFromPoint(x, y));
      aim(under && kindOf(under) !== kindOf(from) ? under : null);
      setDragged({ label: labelOf(from), x, y });
    };
    const end = () => {
      const to = over;
      aim(null);
      setDragged(null);
      document.body.style.userSelect = "";
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", end);
      return to;
    };
    const drop = () => {
      const to = end();
      if (!to) return;
      const [head, input] = kindOf(from) === "column" ? [from, to] : [to, from];
      const name = input.getAttribute("data-input");
      if (name !== null) onDrop(Number(head.getAttribute("data-column")), name);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", end);
  };
  return { dragged, onPointerDown };
}

function endOf(target: Element | null): Element | null {
  return target?.closest("[data-column], [data-input]") ?? null;
}

function kindOf(end: Element): "column" | "input" {
  return end.hasAttribute("data-column") ? "column" : "input";
}

function labelOf(end: Element): string {
  return end.getAttribute("data-name") ?? "";
}
