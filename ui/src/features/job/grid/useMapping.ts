import { useState, type KeyboardEvent } from "react";
import type { SaveJob } from "../useSaveJob";
import { moveAlongHeads, toFirstHead, toInput } from "./headFocus";
import { inputOf, withColumn } from "./mapping";
import { useDragMap } from "./useDragMap";

/** Which columns feed which input, as a person changes it: by a menu on a column, by choosing columns, by dragging. */
export function useMapping(save: SaveJob, columns: string[]) {
  const { mapping, inputs } = save.job;
  /** The input whose columns are being chosen, by its name. */
  const [choosing, setChoosing] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ column: string; head: HTMLElement } | null>(null);
  const give = (column: string, input: string | null) =>
    save.change({ mapping: withColumn(mapping, column, input) });
  const { dragged, onPointerDown } = useDragMap((index, input) => {
    const column = columns[index];
    if (column !== undefined && inputOf(mapping, column) !== input) give(column, input);
  });
  const choose = (input: string | null) => {
    setChoosing(input);
    // From the keyboard the choice goes on at the heads; the mouse goes there by itself.
    if (input !== null && document.activeElement?.matches("[data-input]:focus-visible") === true) {
      toFirstHead();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && choosing !== null) {
      toInput(choosing);
      setChoosing(null);
    } else if (!moveAlongHeads(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    choosing: inputs.find((input) => input.name === choosing) ?? null,
    choose,
    menu,
    closeMenu: () => setMenu(null),
    give,
    /** A column's head was pressed. */
    press: (index: number, head: HTMLElement) => {
      const column = columns[index];
      if (column === undefined) return;
      if (choosing === null) setMenu({ column, head });
      else give(column, inputOf(mapping, column) === choosing ? null : choosing);
    },
    dragged,
    hands: { onPointerDown, onKeyDown },
  };
}
