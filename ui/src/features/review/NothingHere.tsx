import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { RunDetail, TaskFilter } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Loading } from "@/components/Loading";
import { Panel } from "@/components/Panel";
import type { Sight } from "./sight";
import type { QueueView } from "./useQueue";

type Props = {
  detail: RunDetail;
  queue: QueueView;
  sight: Sight;
  onFilter: (filter: TaskFilter) => void;
  onClear: () => void;
};

/** What stands beside an empty queue: why it is empty, and where to go. */
export function NothingHere({ detail, queue, sight, onFilter, onClear }: Props) {
  const { t } = useTranslation("review");
  const navigate = useNavigate();
  const { run } = detail;
  const { show: filter, search, picks } = sight;
  const toRun = (
    <Button onClick={() => void navigate({ to: "/runs/$run", params: { run: run.run } })}>
      {t("none.toRun")}
    </Button>
  );
  return (
    <Panel label={t("result.label")}>
      {queue.rows === null ? queue.error === null && <Loading lines={8} height={44} /> : content()}
    </Panel>
  );

  function content() {
    if (search !== "" || picks.length > 0) {
      return (
        <Empty
          title={t("none.search")}
          action={
            <Button onClick={onClear}>{t(search === "" ? "none.clearPicks" : "none.clear")}</Button>
          }
        >
          {search === "" ? t("none.picksText") : t("none.searchText", { search })}
        </Empty>
      );
    }
    if (run.tasks.done === 0) {
      return (
        <Empty title={t("none.noResults")} action={toRun}>
          {t("none.noResultsText")}
        </Empty>
      );
    }
    if (run.review.left === 0 && (filter === "needs_review" || filter === "unjudged")) {
      return (
        <Empty title={t("none.allJudged")} action={toRun}>
          {t("none.allJudgedText", run.review)}
        </Empty>
      );
    }
    if (filter === "needs_review") {
      return (
        <Empty
          title={t("none.needs_review")}
          action={<Button onClick={() => onFilter("unjudged")}>{t("none.showUnjudged")}</Button>}
        >
          {t("none.needs_reviewText", { count: run.review.left })}
        </Empty>
      );
    }
    return (
      <Empty title={t("none.other")} action={toRun}>
        {t("none.otherText")}
      </Empty>
    );
  }
}
