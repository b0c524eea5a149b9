import { useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useReviewKeyMap } from "@/data/useReviewKeyMap";
import type { Keys } from "@/lib/keys";
import { useShortcuts } from "@/lib/shortcuts";

/** A key that presses a button of the closing page, as if it were clicked: what stops the button stops the key. */
export function usePressKey(act: "sample" | "sign"): [RefObject<HTMLButtonElement | null>, Keys] {
  const { t } = useTranslation("review");
  const ref = useRef<HTMLButtonElement>(null);
  const keys = useReviewKeyMap()[act];
  useShortcuts(t("close.title"), [
    { keys, label: t(`keys.${act}`), run: () => ref.current?.click() },
  ]);
  return [ref, keys];
}
