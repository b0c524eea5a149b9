import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";

const FAILED = [
  "refused",
  "cut_off",
  "invalid",
  "too_long",
  "unreadable",
  "provider_error",
  "cancelled",
  "skipped",
] as const;

/** Who decided the rows that are done, how many wait for the person, and why the others failed. */
export function useRunSentence(run: RunView): string {
  const { t } = useTranslation("run");
  const join = (parts: string[]) => parts.join(t("sentence.join"));
  const done = [
    run.done_by.rule > 0 && t("sentence.byRule", { count: run.done_by.rule }),
    run.done_by.model > 0 && t("sentence.byModel", { count: run.done_by.model }),
    run.done_by.person > 0 && t("sentence.byPerson", { count: run.done_by.person }),
  ].filter((part) => part !== false);
  const failed = FAILED.filter((outcome) => run.outcomes[outcome] > 0).map((outcome) =>
    t(`failed.${outcome}`, { count: run.outcomes[outcome] }),
  );
  const due = run.review.needs_review;
  const sentences = [
    done.length > 0 &&
      (due > 0
        ? t("sentence.doneReview", { parts: join(done), count: due })
        : t("sentence.done", { parts: join(done) })),
    failed.length > 0 && t("sentence.failed", { parts: join(failed) }),
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0
    ? t("sentence.none")
    : sentences.reduce((first, second) => t("sentence.two", { first, second }));
}
