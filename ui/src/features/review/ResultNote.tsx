import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Kbd } from "@/components/Kbd";
import { useReviewKeyMap } from "@/data/useReviewKeyMap";
import { StateShape } from "@/components/StateShape";
import { errorWords } from "@/lib/errorWords";
import { takeUndo, useUndoOffer } from "@/lib/undo";
import classes from "./ResultNote.module.css";
import type { Failure, Review } from "./useReview";

type Props = { review: Review };

/** The place above the verdict that says what just happened: the last act and its undo, or what was refused. */
export function ResultNote({ review }: Props) {
  const offer = useUndoOffer();
  const { failure, said } = review;
  const keys = useReviewKeyMap();
  const { t } = useTranslation(["review", "common"]);
  if (failure) return <Refused failure={failure} review={review} />;
  if (offer?.place === "screen") {
    return (
      <div className={classes.note} role="status">
        <span className={classes.text}>{offer.text}</span>
        <Button size="sm" onClick={takeUndo} rightSection={<Kbd keys={keys.undo} />}>
          {t("common:do.undo")}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.note} role="status" data-empty={said === null}>
      {said}
    </div>
  );
}

function Refused({ failure, review }: { failure: Failure; review: Review }) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const { act, error } = failure;
  const words = errorWords(common, error);
  const what =
    act.kind === "decide"
      ? t(`failed.${act.verdict}`, { row: act.row.source_row })
      : t(`failed.${act.kind}`);
  const away = act.kind === "decide" && review.row?.task !== act.row.task;
  return (
    <div className={classes.note} data-failed role="alert">
      <StateShape shape="failed" />
      <p className={classes.text}>
        {what} {words.what} {words.next}
      </p>
      {away && (
        <Button size="sm" onClick={() => review.go(act.row.task)}>
          {t("do.goToRow")}
        </Button>
      )}
    </div>
  );
}
