import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewFilter } from "@/bindings/contract";
import { Notice } from "@/components/Notice";
import { Why } from "@/components/Why";
import { useCall } from "@/data/useCall";
import classes from "./AcceptMatching.module.css";
import { focusHere } from "./focusHere";
import type { Review } from "./useReview";

type Props = { run: string; review: Review; filter: ReviewFilter; onClose: () => void };

/** Says how many rows would be accepted together and what they are, and accepts them. One key takes it back. */
export function AcceptMatching({ run, review, filter, onClose }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const query = useCall("review/survey", { run, filter });
  const [opened] = useState(() => Date.now());
  // What was counted before this opened, or before verdicts on their way, may be old. Counting again later leaves the key where it is: the engine accepts
  // nothing if it is not that many any more.
  const old = review.busy || (query.isFetching && query.dataUpdatedAt < opened);
  const preview = old ? undefined : query.data?.accept;
  const isCounting = preview === undefined;
  const count = preview?.rows ?? 0;
  const said = () => {
    if (query.isError) return t("all.unknown");
    if (preview === undefined) return t("all.counting");
    if (count === 0) {
      return preview.unfilled > 0
        ? t("all.onlyUnfilled", { count: preview.unfilled })
        : t("all.none");
    }
    return [
      t("all.ask", { count }),
      parts({ by_rule: preview.by_rule, by_model: preview.by_model }),
      parts({
        with_findings: preview.with_findings,
        unsure: preview.unsure,
        flagged: preview.flagged,
      }),
      preview.unfilled > 0 ? t("all.unfilled", { count: preview.unfilled }) : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
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
            <Why not={preview !== undefined && count === 0 && t("all.none")}>
              <Button
                key={preview === undefined ? "counting" : "ready"}
                size="sm"
                ref={focusHere}
                disabled={isCounting}
                onClick={() => {
                  review.acceptAll(filter, count);
                  onClose();
                }}
              >
                {t("do.acceptCount", { count })}
              </Button>
            </Why>
          </span>
        }
      >
        {said()}
      </Notice>
    </div>
  );

  /** The parts that are there, as one sentence; nothing where none is. */
  function parts(counts: Partial<Record<Part, number>>): string {
    const there = PARTS.flatMap((part) => {
      const many = counts[part] ?? 0;
      return many > 0 ? [t(`all.part.${part}`, { count: many })] : [];
    });
    return there.length === 0 ? "" : t("all.parts", { parts: there.join(t("all.and")) });
  }
}

const PARTS = ["by_rule", "by_model", "with_findings", "unsure", "flagged"] as const;
type Part = (typeof PARTS)[number];
