import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Panel } from "@/components/Panel";
import { SearchField } from "@/components/SearchField";
import { openCount } from "./queue";
import type { QueueColumns } from "./queueColumns";
import { QueueList } from "./QueueList";
import classes from "./QueuePanel.module.css";
import type { Sight } from "./sight";
import type { Review } from "./useReview";

type Props = {
  review: Review;
  columns: QueueColumns;
  search: string;
  onSearch: (search: string) => void;
  sight: Sight;
};

/** The rows to review, at the left: how many are left, a search, and the list. */
export function QueuePanel({ review, columns, search, onSearch, sight }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const { queue } = review;
  const rows = queue.rows;
  const order = said();
  return (
    <Panel
      place="queue"
      label={t("queue.label")}
      padded={false}
      title={rows && t("queue.left", { count: openCount(rows) })}
      aside={
        rows &&
        (queue.complete
          ? order !== null && <span className={classes.order}>{order}</span>
          : t("queue.reading", { count: rows.length }))
      }
    >
      <div className={classes.search}>
        <SearchField label={t("queue.search")} value={search} onChange={onSearch} width="100%" />
      </div>
      {rows === null ? (
        queue.error === null ? (
          <Loading lines={14} />
        ) : (
          <ErrorNote error={queue.error} onRetry={queue.retry} />
        )
      ) : (
        <>
          <QueueList
            rows={rows}
            columns={columns}
            now={review.row?.task ?? null}
            onGo={review.go}
            reasons={sight.order === "risk"}
          />
          {queue.error !== null && (
            <div className={classes.broken}>
              <p>{t("queue.more")}</p>
              <Button size="sm" onClick={queue.retry}>
                {t("common:do.tryAgain")}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );

  function said(): string | null {
    if (sight.order === "risk") return t("order.risk");
    return sight.show === "needs_review" || sight.show === "unjudged"
      ? t("queue.unsureFirst")
      : null;
  }
}
