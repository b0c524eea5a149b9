import { useRef, useState } from "react";
import type { ReviewRow, RunDetail, TaskFilter } from "@/bindings/contract";
import { useCall } from "@/data/useCall";
import { alternativesOf } from "./alternatives";
import { canAskAgain } from "./canAskAgain";
import { evidenceOf } from "./evidence";
import type { FootForm } from "./footForm";
import { LearnPanel } from "./LearnPanel";
import { NothingHere } from "./NothingHere";
import { queueColumns } from "./queueColumns";
import { QueuePanel } from "./QueuePanel";
import { ResultPanel } from "./ResultPanel";
import type { Sight } from "./sight";
import { SourcePanel } from "./SourcePanel";
import { useAddress } from "./useAddress";
import { usePrefetch } from "./usePrefetch";
import type { Review } from "./useReview";
import { useReviewKeys } from "./useReviewKeys";

type Props = {
  detail: RunDetail;
  review: Review;
  sight: Sight;
  search: string;
  onSearch: (search: string) => void;
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onShow: (show: TaskFilter) => void;
  onClear: () => void;
};

/** Queue, source, result: the three panes of a review and their keys. */
export function OneByOne(props: Props) {
  const { detail, review, sight, asking } = props;
  const { run } = detail;
  const [spot, setSpot] = useState(0);
  const [form, setForm] = useState<FootForm | null>(null);
  const [lesson, setLesson] = useState<ReviewRow | null>(null);
  const source = useRef<HTMLDivElement>(null);
  const { row, queue } = review;
  const item = useCall(
    "review/item",
    { run: run.run, task: row?.task ?? 0 },
    { enabled: row !== null },
  );
  const shown = item.data?.row.task === row?.task ? item.data : undefined;
  usePrefetch(run.run, queue.rows, row);
  useAddress(run.run, row?.task ?? null, sight);
  const columns = queueColumns(detail, queue.rows ?? []);
  const evidence = evidenceOf(shown?.evidence ?? []);
  const alternatives = alternativesOf(detail.outputs, row);
  // The row in view if it was corrected, else the one that was corrected last: the review has gone on by itself.
  const corrected = row?.verdict === "corrected" ? row : review.corrected;
  const take = (at: number) => {
    const choice = alternatives?.choices[at];
    if (choice === undefined || alternatives === null || row === null) return;
    if (choice === alternatives.now) review.accept();
    else {
      review.correct(
        { [alternatives.field.name]: choice },
        row.shown.map((text, index) => (index === alternatives.at ? choice : text)),
      );
    }
  };
  useReviewKeys({
    review,
    asking,
    onAsk: props.onAsk,
    form,
    onForm: setForm,
    canAsk: row !== null && canAskAgain(run, row),
    onLearn: () => setLesson(corrected),
    canLearn: corrected !== null,
    onTake: take,
    choices: alternatives?.choices.length ?? 0,
    onEvidence: (by) => {
      if (evidence.length > 0) setSpot((spot + by + evidence.length) % evidence.length);
    },
    onScroll: (by) => source.current?.scrollBy({ top: by * source.current.clientHeight * 0.8 }),
  });
  return (
    <>
      <QueuePanel
        review={review}
        columns={columns}
        search={props.search}
        onSearch={props.onSearch}
        sight={sight}
      />
      {row === null ? (
        <NothingHere
          detail={detail}
          queue={queue}
          sight={sight}
          onFilter={props.onShow}
          onClear={props.onClear}
        />
      ) : (
        <>
          <SourcePanel
            ref={source}
            detail={detail}
            row={row}
            columns={columns}
            item={shown}
            evidence={evidence}
            spot={spot}
          />
          <ResultPanel
            detail={detail}
            review={review}
            row={row}
            item={item}
            evidence={evidence}
            alternatives={alternatives}
            onTake={take}
            onSpot={setSpot}
            form={form}
            onForm={setForm}
            onLearn={corrected === null ? null : () => setLesson(corrected)}
          />
          {lesson !== null && (
            <LearnPanel
              key={lesson.task}
              run={run.run}
              row={lesson}
              onClose={() => setLesson(null)}
            />
          )}
        </>
      )}
    </>
  );
}
