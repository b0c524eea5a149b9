import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { placesToBegin } from "./placesToBegin";

type Props = Omit<ModalProps, "closeButtonProps" | "trapFocus">;

/**
 * Every dialog of the window. The focus begins on what the dialog is about: what it marks itself, else its first field,
 * else its main action, and never on *Close*. What is still being loaded takes it when it arrives, unless the person
 * has moved on.
 */
export function Dialog({ children, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Modal {...props} closeButtonProps={{ "aria-label": t("do.close") }}>
      <Beginning />
      {children}
    </Modal>
  );
}

/** Mantine gives the focus to the first place marked so, and that is this one; it passes it on. */
function Beginning() {
  const mark = useRef<HTMLSpanElement>(null);
  // Follows the page's focus and what is drawn later: neither is known to React.
  useEffect(() => {
    const here = mark.current;
    const body = here?.parentElement ?? null;
    if (here === null || body === null) return undefined;
    const begin = () => {
      const now = document.activeElement;
      const places = placesToBegin(body);
      const best = places[0];
      // Only forward: from nothing to an action, from an action to a field that came later. What had the focus and was
      // replaced leaves it to the page.
      const lost = now === null || now === document.body;
      const better = lost || now === here || places.slice(1).some((place) => place === now);
      if (better && best !== undefined) best.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(begin);
    watch.observe(body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    here.addEventListener("focus", begin);
    // From the first key or press on the focus is the person's own.
    const leave = () => watch.disconnect();
    body.addEventListener("keydown", leave, true);
    body.addEventListener("pointerdown", leave, true);
    return () => {
      leave();
      here.removeEventListener("focus", begin);
      body.removeEventListener("keydown", leave, true);
      body.removeEventListener("pointerdown", leave, true);
    };
  }, []);
  return <span ref={mark} tabIndex={-1} data-autofocus style={{ position: "absolute" }} />;
}
