import { useTranslation } from "react-i18next";
import type { JobSummary, RunView } from "@/bindings/contract";
import { State } from "@/components/State";
import { runStateKey, shapeOfRun } from "@/lib/shapes";

type Props = { job: JobSummary; run: RunView | null };

/** Where a job is, in one state: that of its latest run, or that it never ran. */
export function JobState({ job, run }: Props) {
  const { t } = useTranslation(["home", "common"]);
  // The first screen knows the latest runs only; an older one is named without its end.
  if (!run && job.runs > 0) {
    return <State shape="done">{t("jobs.ranBefore", { count: job.runs })}</State>;
  }
  if (!run) {
    return (
      <State shape="waiting">{job.rows === 0 ? t("jobs.noRows") : t("jobs.notStarted")}</State>
    );
  }
  const shape = shapeOfRun(run);
  switch (shape) {
    case "running":
      return (
        <State shape={shape}>
          {t("jobs.running", { done: run.tasks.done, total: run.tasks.total })}
        </State>
      );
    case "failed":
      return (
        <State shape={shape}>
          {t("jobs.failed", { done: run.tasks.done, failed: run.tasks.failed })}
        </State>
      );
    case "review":
      return <State shape={shape}>{t("jobs.toReview", { count: run.review.needs_review })}</State>;
    case "practice":
      return <State shape={shape}>{t("jobs.practice")}</State>;
    case "done":
      return (
        <State shape={shape}>
          {run.review.left === 0
            ? t("jobs.allAccepted")
            : t("jobs.unjudged", { count: run.review.left })}
        </State>
      );
    default:
      return <State shape={shape}>{t(`common:runState.${runStateKey(run)}`)}</State>;
  }
}
