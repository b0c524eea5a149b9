import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TaskRow } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import type { Review } from "./useReview";
import classes from "./VerdictBar.module.css";

type Props = { review: Review; row: TaskRow };

/** The verdict: three buttons with their keys; two while a correction is typed. */
export function VerdictBar({ review, row }: Props) {
  const { t } = useTranslation("review");
  const done = row.outcome === "done";
  return (
    <>
      {review.draft === null ? (
        <div className={classes.bar}>
          <Button
            variant="filled"
            disabled={!done}
            onClick={review.accept}
            rightSection={<Kbd keys="a" />}
          >
            {t("do.accept")}
          </Button>
          <Button disabled={!done} onClick={() => review.edit()} rightSection={<Kbd keys="e" />}>
            {t("do.correct")}
          </Button>
          <Button disabled={!done} onClick={review.reject} rightSection={<Kbd keys="x" />}>
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
      <p className={classes.hints} data-hidden={review.draft !== null}>
        <span>
          <Kbd keys="j" />
          <Kbd keys="k" />
          {t("do.hintNext")}
        </span>
        <span>
          <Kbd keys="s" />
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
