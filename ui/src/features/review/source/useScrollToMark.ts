import { useEffect, type RefObject } from "react";

/** Brings the mark of the evidence in view into sight, as soon as it is drawn. */
export function useScrollToMark(
  within: RefObject<HTMLElement | null>,
  number: number | undefined,
  drawn: boolean,
): void {
  // Follows the place of a pane that scrolls outside of React.
  useEffect(() => {
    if (!drawn || number === undefined) return;
    const mark = within.current?.querySelector(`[data-number="${number}"]`);
    mark?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [within, number, drawn]);
}
