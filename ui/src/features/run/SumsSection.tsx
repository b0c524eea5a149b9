import { clsx } from "clsx";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { ProgressBar } from "@/components/ProgressBar";
import { State } from "@/components/State";
import { Sum } from "@/components/Sum";
import { showCount } from "@/lib/numbers";
import type { ShapeName } from "@/lib/shapes";
import classes from "./SumsSection.module.css";
import { TimeLeft } from "./TimeLeft";
import { useRunSentence } from "./useRunSentence";

type Props = { run: RunView };

/** Where the rows are, as a sum, as a bar, and as a sentence. */
export function SumsSection({ run }: Props) {
  const { t } = useTranslation("run");
  const { tasks, at_work, done_by } = run;
  const queued = tasks.waiting - at_work;
  const sentence = useRunSentence(run);
  const part = (
    key: "done" | "atWork" | "waiting" | "failed",
    shape: ShapeName,
    count: number,
  ) => ({
    key,
    value: showCount(count),
    label: (
      <span className={clsx(count === 0 && classes.none)}>
        <State shape={shape} quiet={count === 0}>
          {t(`sums.${key}`)}
        </State>
      </span>
    ),
  });
  return (
    <section className={classes.section} aria-label={t("sums.label")}>
      <div className={classes.top}>
        <Sum
          label={t("sums.label")}
          reserve={showCount(tasks.total).length}
          parts={[
            part("done", "done", tasks.done),
            part("atWork", "running", at_work),
            part("waiting", "waiting", queued),
            part("failed", "failed", tasks.failed),
          ]}
          total={{ key: "rows", value: showCount(tasks.total), label: t("sums.rows") }}
        />
        <TimeLeft run={run} />
      </div>
      <ProgressBar
        label={t("sums.bar", {
          done: tasks.done,
          atWork: at_work,
          waiting: queued,
          failed: tasks.failed,
          total: tasks.total,
        })}
        total={tasks.total}
        parts={[
          { kind: "done", count: done_by.rule },
          { kind: "model", count: tasks.done - done_by.rule },
          { kind: "running", count: at_work },
          { kind: "waiting", count: queued },
          { kind: "failed", count: tasks.failed },
        ]}
      />
      <p className={classes.sentence} title={sentence}>
        {sentence}
      </p>
    </section>
  );
}
