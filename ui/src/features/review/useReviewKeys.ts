import { useTranslation } from "react-i18next";
import { useShortcuts } from "@/lib/shortcuts";
import type { Review } from "./useReview";

type Params = {
  review: Review;
  /** True while the question about all rows stands. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onTake: (at: number) => void;
  /** How many number keys mean something. */
  choices: number;
  onEvidence: (by: 1 | -1) => void;
  onScroll: (by: 1 | -1) => void;
};

/** The keys of review. Single letters rest while a field has the focus. */
export function useReviewKeys(params: Params): void {
  const { t } = useTranslation("review");
  const { review, asking, onAsk, onTake, onEvidence, onScroll } = params;
  const editing = review.draft !== null;
  const ready = review.row !== null && review.row.outcome === "done" && !editing;
  useShortcuts(t("keys.where"), [
    { keys: "a", label: t("keys.accept"), run: review.accept, enabled: ready },
    { keys: "e", label: t("keys.correct"), run: () => review.edit(), enabled: ready },
    { keys: "x", label: t("keys.reject"), run: review.reject, enabled: ready },
    { keys: "j", label: t("keys.next"), run: () => review.step(1), enabled: !editing },
    { keys: "k", label: t("keys.previous"), run: () => review.step(-1), enabled: !editing },
    { keys: "m", label: t("keys.flag"), run: review.flag, enabled: !editing },
    { keys: "s", label: t("keys.skip"), run: review.skip, enabled: !editing },
    ...Array.from({ length: params.choices }, (_, at) => ({
      keys: `${at + 1}`,
      // The overlay names them once.
      ...(at === 0 ? { label: t("keys.take", { number: params.choices }) } : {}),
      run: () => onTake(at),
      enabled: ready,
    })),
    { keys: "]", label: t("keys.evidenceNext"), run: () => onEvidence(1) },
    { keys: "[", label: t("keys.evidencePrevious"), run: () => onEvidence(-1) },
    { keys: "space", label: t("keys.scroll"), run: () => onScroll(1) },
    { keys: "shift+space", label: t("keys.scrollBack"), run: () => onScroll(-1) },
    { keys: "shift+a", label: t("keys.acceptAll"), run: () => onAsk(true), enabled: !editing },
    { keys: "z", label: t("keys.undo"), run: review.undo, enabled: !editing },
    { keys: "mod+z", run: review.undo, enabled: !editing },
    {
      keys: "escape",
      label: t("keys.cancel"),
      run: () => {
        if (asking) onAsk(false);
        else if (editing) review.stopEditing();
      },
      enabled: asking || editing,
      inFields: true,
    },
  ]);
}
