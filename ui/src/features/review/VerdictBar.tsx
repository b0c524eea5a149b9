import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TaskRow } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import { Why } from "@/components/Why";
import { useReviewKeyMap } from "@/data/useReviewKeyMap";
import type { Review } from "./useReview";
import classes from "./VerdictBar.module.css";

type Props = {
  review: Review;
  row: TaskRow;
  /** Why the model cannot be asked again; none: it can. */
  noAsk: "atWork" | "notEnded" | null;
  onAsk: () => void;
  onLearn: (() => void) | null;
};

/** The verdict: three buttons with their keys; two while a correction is typed. */
export function VerdictBar({ review, row, noAsk, onAsk, onLearn }: Props) {
  const { t } = useTranslation("review");
  const keys = useReviewKeyMap();
  const none = row.outcome === "done" ? null : t("why.notDone");
  return (
    <>
      {review.draft === null ? (
        <div className={classes.bar}>
          <Why not={none}>
            <Button
              variant="filled"

              onClick={review.accept}
              rightSection={<Kbd keys={keys.accept} />}
            >
              {t("do.accept")}
            </Button>
          </Why>
          <Why not={none}>
            <Button onClick={() => review.edit()} rightSection={<Kbd keys={keys.correct} />}>
              {t("do.correct")}
            </Button>
          </Why>
          <Why not={none}>
            <Button onClick={review.reject} rightSection={<Kbd keys={keys.reject} />}>
              {t("do.reject")}
            </Button>
          </Why>
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
          <Why not={noAsk !== null && t(`why.${noAsk}`)}>
            <Button
              size="sm"
              variant="subtle"

              onClick={onAsk}
              rightSection={<Kbd keys={keys.ask} />}
            >
              {t("do.askAgain")}
            </Button>
          </Why>
          <Why not={onLearn === null && t("why.notCorrected")}>
            <Button
              size="sm"
              variant="subtle"

              onClick={() => onLearn?.()}
              rightSection={<Kbd keys={keys.learn} />}
            >
              {t("do.learn")}
            </Button>
          </Why>
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
