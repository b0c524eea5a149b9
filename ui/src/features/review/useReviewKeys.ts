import { useTranslation } from "react-i18next";
import { useReviewKeyMap } from "@/data/useReviewKeyMap";
import { useShortcuts } from "@/lib/shortcuts";
import type { FootForm } from "./footForm";
import type { Review } from "./useReview";

type Params = {
  review: Review;
  /** True while the question about all rows stands. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
  /** What is written at the foot instead of a verdict. */
  form: FootForm | null;
  onForm: (form: FootForm | null) => void;
  canAsk: boolean;
  onLearn: () => void;
  canLearn: boolean;
  onTake: (at: number) => void;
  /** How many number keys mean something. */
  choices: number;
  onEvidence: (by: 1 | -1) => void;
  onScroll: (by: 1 | -1) => void;
};

/** The keys of review. Single letters rest while a field has the focus. */
export function useReviewKeys(params: Params): void {
  const { t } = useTranslation("review");
  const { review, asking, onAsk, form, onForm, onTake, onEvidence, onScroll } = params;
  const keys = useReviewKeyMap();
  const editing = review.draft !== null || form !== null;
  const there = review.row !== null && !editing;
  const ready = there && review.row?.outcome === "done";
  useShortcuts(t("keys.where"), [
    { keys: keys.accept, label: t("keys.accept"), run: review.accept, enabled: ready },
    { keys: keys.correct, label: t("keys.correct"), run: () => review.edit(), enabled: ready },
    { keys: keys.reject, label: t("keys.reject"), run: review.reject, enabled: ready },
    {
      keys: keys.ask,
      label: t("keys.ask"),
      run: () => onForm("ask"),
      enabled: there && params.canAsk,
    },
    {
      keys: keys.learn,
      label: t("keys.learn"),
      run: params.onLearn,
      enabled: !editing && params.canLearn,
    },
    { keys: keys.next, label: t("keys.next"), run: () => review.step(1), enabled: !editing },
    {
      keys: keys.previous,
      label: t("keys.previous"),
      run: () => review.step(-1),
      enabled: !editing,
    },
    { keys: keys.flag, label: t("keys.flag"), run: () => review.flag(), enabled: !editing },
    { keys: keys.flagNote, label: t("keys.flagNote"), run: () => onForm("flag"), enabled: there },
    { keys: keys.skip, label: t("keys.skip"), run: review.skip, enabled: !editing },
    ...Array.from({ length: params.choices }, (_, at) => ({
      keys: `${at + 1}`,
      // The overlay names them once.
      ...(at === 0 ? { label: t("keys.take", { number: params.choices }) } : {}),
      run: () => onTake(at),
      enabled: ready,
    })),
    { keys: keys.evidenceNext, label: t("keys.evidenceNext"), run: () => onEvidence(1) },
    { keys: keys.evidencePrevious, label: t("keys.evidencePrevious"), run: () => onEvidence(-1) },
    { keys: keys.scroll, label: t("keys.scroll"), run: () => onScroll(1) },
    { keys: keys.scrollBack, label: t("keys.scrollBack"), run: () => onScroll(-1) },
    { keys: keys.acceptAll, label: t("keys.acceptAll"), run: () => onAsk(true), enabled: !editing },
    { keys: keys.undo, label: t("keys.undo"), run: review.undo, enabled: !editing },
    { keys: "mod+z", run: review.undo, enabled: !editing },
    {
      keys: "escape",
      label: t("keys.cancel"),
      run: () => {
        if (asking) onAsk(false);
        else if (form !== null) onForm(null);
        else if (editing) review.stopEditing();
      },
      enabled: asking || editing,
      inFields: true,
    },
  ]);
}
