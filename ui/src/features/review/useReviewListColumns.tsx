import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { Num } from "@/components/Num";
import { ProgressBar } from "@/components/ProgressBar";
import { State } from "@/components/State";
import type { TableColumn } from "@/components/TableColumn";
import { useLocale } from "@/lib/Locale";
import { NONE } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import classes from "./ReviewList.module.css";

/** The columns of the list of runs to review. */
export function useReviewListColumns(): TableColumn<RunView>[] {
  const { t } = useTranslation("review");
  const { times } = useLocale();
  const named = (run: RunView) => t("named", { name: run.name, number: run.number });
  const said = ({ review, tasks }: RunView) =>
    t("list.of", {
      judged: review.accepted + review.corrected + review.rejected,
      done: tasks.done,
    });
  return [
    { key: "name", head: t("list.name"), cell: named, title: named, sort: (run) => run.name },
    {
      key: "needs",
      head: t("list.needs"),
      cell: (run) =>
        run.review.needs_review > 0 ? (
          <State shape="review">{showCount(run.review.needs_review)}</State>
        ) : (
          NONE
        ),
      width: 112,
      sort: (run) => run.review.needs_review,
    },
    {
      key: "left",
      head: t("list.left"),
      cell: (run) => <Num value={run.review.left} />,
      width: 96,
      align: "right",
      sort: (run) => run.review.left,
    },
    {
      key: "judged",
      head: t("list.judged"),
      cell: (run) => (
        <span className={classes.judged}>
          <span className={classes.count}>{said(run)}</span>
          <ProgressBar
            height={4}
            label={said(run)}
            total={run.tasks.done}
            parts={[
              { kind: "done", count: run.tasks.done - run.review.left },
              { kind: "waiting", count: run.review.left },
            ]}
          />
        </span>
      ),
      width: 196,
      sort: (run) => run.tasks.done - run.review.left,
    },
    {
      key: "skill",
      head: t("list.skill"),
      cell: (run) => run.skill,
      width: 140,
      dim: true,
      wideOnly: true,
      sort: (run) => run.skill,
    },
    {
      key: "started",
      head: t("list.started"),
      cell: (run) => times.moment(run.started_at),
      width: 128,
      align: "right",
      dim: true,
      sort: (run) => run.started_at,
    },
  ];
}
