import type { TFunction } from "i18next";
import type { NoRoomView } from "@/bindings/contract";
import { showUsd } from "@/lib/money";
import { providerTitle } from "./providerOf";

/** Caps that are not the run's own budget. */
const OTHERS = ["job", "day", "month", "provider", "key"] as const;

/** Which cap had no room and how much is left under it; null if it was the run's own budget. */
export function capWords(t: TFunction<["run"]>, noRoom: NoRoomView | null): string | null {
  const kind = OTHERS.find((other) => other === noRoom?.kind);
  if (kind === undefined || noRoom === null) return null;
  const [provider = "", key = ""] = noRoom.name.split("/", 2);
  return t(`paused.cap.${kind}`, {
    provider: providerTitle(provider),
    key: key === "Default" ? t("paused.cap.default") : key,
    left: showUsd(noRoom.left_usd, 4),
    asked: showUsd(noRoom.asked_usd, 4),
  });
}
