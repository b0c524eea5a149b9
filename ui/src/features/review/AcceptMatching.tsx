import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Notice } from "@/components/Notice";
import classes from "./AcceptMatching.module.css";
import { focusHere } from "./focusHere";
import { isOpen, openCount } from "./queue";
import type { Review } from "./useReview";

type Props = { review: Review; onClose: () => void };

/** Says how many rows would be accepted together, and accepts them. One key takes it back. */
export function AcceptMatching({ review, onClose }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const rows = review.queue.rows ?? [];
  const count = openCount(rows);
  const needs = rows.filter((row) => isOpen(row) && row.needs_review).length;
  const said = () => {
    if (!review.queue.complete) return t("all.counting");
    if (count === 0) return t("all.none");
    return needs > 0 && needs < count
      ? t("all.askWith", { count, needs })
      : t("all.ask", { count });
  };
  return (
    <div className={classes.place}>
      <Notice
        shape="review"
        action={
          <span className={classes.actions}>
            <Button size="sm" onClick={onClose}>
              {t("do.cancel")}
            </Button>
            <Button
              size="sm"
              ref={focusHere}
              disabled={!review.queue.complete || count === 0}
              onClick={() => {
                review.acceptAll();
                onClose();
              }}
            >
              {t("do.acceptCount", { count })}
            </Button>
          </span>
        }
      >
        {said()}
      </Notice>
    </div>
  );
}
