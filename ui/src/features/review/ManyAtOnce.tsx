import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FacetPick, GroupView, ReviewFilter, RunDetail } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { Why } from "@/components/Why";
import { useReviewKeyMap } from "@/data/useReviewKeyMap";
import { useShortcuts } from "@/lib/shortcuts";
import { AskForm } from "./AskForm";
import { canAskAgain } from "./canAskAgain";
import { FacetPanel } from "./FacetPanel";
import { GroupTable } from "./GroupTable";
import { ResultNote } from "./ResultNote";
import { SideBySide } from "./SideBySide";
import { filterOf, type Sight, withPicks } from "./sight";
import type { Review } from "./useReview";
import { useSurvey } from "./useSurvey";
import type { ReviewView } from "./ViewBar";

/** More rows than that are a run of their own. */
const MOST_ASKED = 200;

type Props = {
  detail: RunDetail;
  review: Review;
  sight: Sight;
  view: Exclude<ReviewView, "one">;
  search: string;
  onSearch: (search: string) => void;
  asking: boolean;
  onAsk: (filter: ReviewFilter | null) => void;
  onPick: (picks: FacetPick[]) => void;
  onView: (view: ReviewView) => void;
};

/** Many rows at once: facets at the left, and the rows in a table, or equal results together. */
export function ManyAtOnce(props: Props) {
  const { t } = useTranslation("review");
  const { detail, review, sight, view } = props;
  const survey = useSurvey(detail.run.run, sight);
  const rows = review.queue.rows;
  const keys = useReviewKeyMap();
  const [questioning, setQuestioning] = useState(false);
  const [chosen, setChosen] = useState<GroupView | null>(null);
  const groups = survey.data?.groups ?? [];
  const group = groups.find((one) => sameGroup(one, chosen)) ?? groups[0] ?? null;
  const acceptGroup = (one: GroupView) =>
    props.onAsk({ ...filterOf(sight), picks: withPicks(sight.picks, one.picks) });
  const calm = !questioning && !props.asking;
  const judges = view === "table" && calm && review.row?.outcome === "done";
  const askable = (rows ?? []).filter((row) => canAskAgain(detail.run, row));
  useShortcuts(t("keys.where"), [
    { keys: keys.acceptAll, label: t("keys.acceptAll"), run: () => props.onAsk(filterOf(sight)) },
    { keys: keys.undo, label: t("keys.undo"), run: review.undo },
    { keys: "mod+z", run: review.undo },
    {
      keys: keys.accept,
      label: t("keys.accept"),
      run: () => {
        if (view === "table") review.accept();
        else if (group !== null) acceptGroup(group);
      },
      enabled: judges || (view === "groups" && calm && group !== null && group.open > 0),
    },
    { keys: keys.reject, label: t("keys.reject"), run: review.reject, enabled: judges },
    {
      keys: keys.next,
      label: t("keys.next"),
      run: () => review.step(1),
      enabled: view === "table",
    },
    {
      keys: keys.previous,
      label: t("keys.previous"),
      run: () => review.step(-1),
      enabled: view === "table",
    },
    { keys: keys.flag, label: t("keys.flag"), run: () => review.flag(), enabled: view === "table" },
    {
      keys: "escape",
      label: t("keys.cancel"),
      run: () => {
        if (questioning) setQuestioning(false);
        else props.onAsk(null);
      },
      enabled: props.asking || questioning,
      inFields: true,
    },
  ]);
  return (
    <>
      <FacetPanel
        survey={survey}
        search={props.search}
        onSearch={props.onSearch}
        picks={sight.picks}
        onPick={props.onPick}
      />
      <Panel
        label={t(`view.${view}`)}
        padded={false}
        title={
          view === "groups" && survey.data
            ? t("group.count", { count: survey.data.groups_total })
            : undefined
        }
        aside={
          view === "table" && (
            <Why not={noAsk()}>
              <Button
                size="sm"
                variant="subtle"

                onClick={() => setQuestioning(true)}
              >
                {t("do.askMany", { count: askable.length })}
              </Button>
            </Why>
          )
        }
        foot={
          <>
            <ResultNote review={review} />
            {questioning && (
              <AskForm
                run={detail.run.run}
                rows={askable}
                review={review}
                onClose={() => setQuestioning(false)}
              />
            )}
          </>
        }
      >
        {view === "groups" ? (
          <Region query={survey}>
            {(found) => (
              <GroupTable
                survey={found}
                selected={group}
                onSelect={setChosen}
                onOpen={(group) => {
                  props.onPick(withPicks(sight.picks, group.picks));
                  props.onView("table");
                }}
                onAccept={acceptGroup}
              />
            )}
          </Region>
        ) : rows !== null ? (
          <SideBySide
            detail={detail}
            rows={rows}
            selected={review.row?.task ?? null}
            onSelect={review.go}
            onOpen={(task) => {
              review.go(task);
              props.onView("one");
            }}
          />
        ) : review.queue.error === null ? (
          <Loading lines={14} />
        ) : (
          <ErrorNote error={review.queue.error} onRetry={review.queue.retry} />
        )}
      </Panel>
    </>
  );

  function noAsk(): string | null {
    if (askable.length > MOST_ASKED)
      return t("why.tooMany", { most: MOST_ASKED, count: askable.length });
    if (askable.length > 0) return null;
    if (detail.run.state === "running") return t("why.atWork");
    return (rows ?? []).length === 0 ? t("why.nothingHere") : t("why.notEnded");
  }
}

function sameGroup(one: GroupView, other: GroupView | null): boolean {
  return other !== null && one.shown.join("\n") === other.shown.join("\n");
}
