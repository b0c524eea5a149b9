import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TaskRow } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import { useReviewKeyMap } from "@/data/useReviewKeyMap";
import type { Review } from "./useReview";
import classes from "./VerdictBar.module.css";

type Props = {
  review: Review;
  row: TaskRow;
  canAsk: boolean;
  onAsk: () => void;
  onLearn: (() => void) | null;
};

/** The verdict: three buttons with their keys; two while a correction is typed. */
export function VerdictBar({ review, row, canAsk, onAsk, onLearn }: Props) {
  const { t } = useTranslation("review");
  const keys = useReviewKeyMap();
  const done = row.outcome === "done";
  return (
    <>
      {review.draft === null ? (
        <div className={classes.bar}>
          <Button
            variant="filled"
            disabled={!done}
            onClick={review.accept}
            rightSection={<Kbd keys={keys.accept} />}
          >
            {t("do.accept")}
          </Button>
          <Button
            disabled={!done}
            onClick={() => review.edit()}
            rightSection={<Kbd keys={keys.correct} />}
          >
            {t("do.correct")}
          </Button>
          <Button
            disabled={!done}
            onClick={review.reject}
            rightSection={<Kbd keys={keys.reject} />}
          >
            {t("do.reject")}
          </Button>
        </div>
      ) : (
        <div className={classes.bar} data-editing>
          <Button
            variant="filled"
            type="submit"
            form="result-form"
            rightSection={<Kbd keys="enter" />}
          >
            {t("do.save")}
          </Button>
          <Button onClick={review.stopEditing} rightSection={<Kbd keys="escape" />}>
            {t("do.cancel")}
          </Button>
        </div>
      )}
      {review.draft === null && (
        <div className={classes.further}>
          <Button
            size="sm"
            variant="subtle"
            disabled={!canAsk}
            onClick={onAsk}
            rightSection={<Kbd keys={keys.ask} />}
          >
            {t("do.askAgain")}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            disabled={onLearn === null}
            onClick={() => onLearn?.()}
            rightSection={<Kbd keys={keys.learn} />}
          >
            {t("do.learn")}
          </Button>
        </div>
      )}
      <p className={classes.hints} data-hidden={review.draft !== null}>
        <span>
          <Kbd keys={keys.next} />
          <Kbd keys={keys.previous} />
          {t("do.hintNext")}
        </span>
        <span>
          <Kbd keys={keys.skip} />
          {t("do.hintSkip")}
        </span>
        <span className={classes.last}>
          <Kbd keys="?" />
          {t("do.hintKeys")}
        </span>
      </p>
    </>
  );
}
