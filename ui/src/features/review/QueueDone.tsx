import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { Notice } from "@/components/Notice";
import { focusHere } from "./focusHere";
import classes from "./AcceptMatching.module.css";
import { openCount } from "./queue";
import type { Sight } from "./sight";
import type { QueueView } from "./useQueue";

type Props = { run: RunView; queue: QueueView; sight: Sight; onUnjudged: () => void };

/** Stands above a list whose last row was just judged: where to go on, one Enter away. */
export function QueueDone({ run, queue, sight, onUnjudged }: Props) {
  const { t } = useTranslation("review");
  const navigate = useNavigate();
  const { rows, complete } = queue;
  const whole = sight.search === "" && sight.picks.length === 0;
  if (!whole || !complete || rows === null || rows.length === 0 || openCount(rows) > 0) return null;
  const toClose = () => void navigate({ to: "/review/$run/close", params: { run: run.run } });
  const next = whatNext();
  if (next === null) return null;
  return (
    <div className={classes.place}>
      <Notice
        shape="done"
        action={
          <Button size="sm" ref={focusHere} onClick={next.go}>
            {next.label}
          </Button>
        }
      >
        {next.says}
      </Notice>
    </div>
  );

  function whatNext() {
    if (sight.show === "in_sample") {
      return { says: t("none.sampleDone"), label: t("close.open"), go: toClose };
    }
    if (sight.show !== "needs_review" && sight.show !== "unjudged") return null;
    if (run.review.left === 0) {
      return {
        says: t("none.allJudgedNote", run.review),
        label: t("close.open"),
        go: toClose,
      };
    }
    return {
      says: t("none.needs_reviewText", { count: run.review.left }),
      label: t("none.showUnjudged"),
      go: onUnjudged,
    };
  }
}
