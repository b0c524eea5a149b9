import { useDebouncedValue } from "@mantine/hooks";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type {
  FacetPick,
  ReviewFilter,
  ReviewOrder,
  RunDetail,
  TaskFilter,
} from "@/bindings/contract";
import { Page } from "@/components/Page";
import { PracticeBanner } from "@/components/PracticeBanner";
import { AcceptMatching } from "./AcceptMatching";
import { ManyAtOnce } from "./ManyAtOnce";
import { OneByOne } from "./OneByOne";
import { OpinionDialog } from "./opinions/OpinionDialog";
import { OpinionNote } from "./opinions/OpinionNote";
import { PickChips } from "./PickChips";
import { QueueDone } from "./QueueDone";
import { filterOf, type Sight } from "./sight";
import { useReview } from "./useReview";
import { ViewBar, type ReviewView } from "./ViewBar";

const TYPING_MS = 200;

type Props = { detail: RunDetail };

/** A review of a run: one row after the other, all of them in a table, or equal results together. */
export function ReviewDesk({ detail }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const navigate = useNavigate();
  const address = useSearch({ from: "/review/$run" });
  const { run } = detail;
  const view: ReviewView = address.view ?? "one";
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const [picks, setPicks] = useState<FacetPick[]>([]);
  const [opinion, setOpinion] = useState(address.ask === "opinion");
  const [asking, setAsking] = useState<ReviewFilter | null>(null);
  const sight: Sight = {
    show: address.filter ?? "needs_review",
    search: wanted,
    picks,
    order: address.order ?? "file",
  };
  const review = useReview({ detail, sight, first: address.task ?? null });
  const { queue } = review;
  const none = queue.rows !== null && queue.rows.length === 0;
  const go = (next: { show?: TaskFilter; view?: ReviewView; order?: ReviewOrder }) => {
    const { show = sight.show, order = sight.order } = next;
    const seen = next.view ?? view;
    void navigate({
      to: "/review/$run",
      params: { run: run.run },
      search: {
        ...(show === "needs_review" ? {} : { filter: show }),
        ...(order === "file" ? {} : { order }),
        ...(seen === "one" ? {} : { view: seen }),
      },
      replace: true,
    });
  };
  const clear = () => {
    setSearch("");
    setPicks([]);
  };
  const shared = { detail, review, sight, search, onSearch: setSearch };
  const { accepted, corrected, rejected } = run.review;
  return (
    <Page
      where={<Link to="/review">{t("title")}</Link>}
      title={t("named", { name: run.name, number: run.number })}
      state={t("tally", {
        judged: accepted + corrected + rejected,
        count: run.review.needs_review,
      })}
      actions={
        <ViewBar
          run={run.run}
          sight={sight}
          view={view}
          onShow={(show) => go({ show })}
          onView={(next) => go({ view: next })}
          onOrder={(order) => go({ order })}
          onPick={setPicks}
          onOpinion={() => setOpinion(true)}
          onAcceptAll={none || asking !== null ? null : () => setAsking(filterOf(sight))}
        />
      }
      banner={
        <>
          {run.practice && (
            <PracticeBanner action={<Link to="/settings">{t("common:practice.addKey")}</Link>} />
          )}
          <OpinionNote run={run.run} picks={picks} onPick={setPicks} />
          {opinion && <OpinionDialog run={run.run} onClose={() => setOpinion(false)} />}
          {view === "one" && asking === null && (
            <QueueDone
              run={run}
              queue={queue}
              sight={sight}
              onUnjudged={() => go({ show: "unjudged" })}
            />
          )}
          <PickChips detail={detail} picks={picks} onPick={setPicks} />
          {asking && (
            <AcceptMatching
              run={run.run}
              review={review}
              filter={asking}
              onClose={() => setAsking(null)}
            />
          )}
        </>
      }
    >
      {view === "one" ? (
        <OneByOne
          {...shared}
          asking={asking !== null}
          onAsk={(ask) => setAsking(ask ? filterOf(sight) : null)}
          onShow={(show) => go({ show })}
          onClear={clear}
        />
      ) : (
        <ManyAtOnce
          {...shared}
          view={view}
          asking={asking !== null}
          onAsk={setAsking}
          onPick={setPicks}
          onView={(next) => go({ view: next })}
        />
      )}
    </Page>
  );
}
