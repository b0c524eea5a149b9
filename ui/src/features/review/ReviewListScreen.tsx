import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { Table } from "@/components/Table";
import { useCall } from "@/data/useCall";
import { runsToReview } from "./runsToReview";
import { useReviewListColumns } from "./useReviewListColumns";

/** The runs whose rows wait for a person, those that need one first. */
export function ReviewListScreen() {
  const { t } = useTranslation("review");
  const navigate = useNavigate();
  const query = useCall("run/list", {});
  const columns = useReviewListColumns();
  const open = (run: RunView) =>
    void navigate({
      to: "/review/$run",
      params: { run: run.run },
      search: run.review.needs_review > 0 ? {} : { filter: "unjudged" },
    });
  const waiting = query.data?.reduce((sum, run) => sum + run.review.needs_review, 0);
  return (
    <Page
      title={t("title")}
      state={waiting !== undefined && waiting > 0 && t("list.waiting", { count: waiting })}
    >
      <Panel label={t("list.label")} padded={false}>
        <Region query={query}>
          {(runs) => {
            const found = runsToReview(runs);
            return found.length === 0 ? (
              <Empty
                title={t("list.none")}
                action={
                  <Button onClick={() => void navigate({ to: "/runs" })}>{t("list.toRuns")}</Button>
                }
              >
                {t("list.noneText")}
              </Empty>
            ) : (
              <Table
                label={t("list.label")}
                columns={columns}
                rows={found}
                rowKey={(run) => run.run}
                onOpen={open}
                inset
              />
            );
          }}
        </Region>
      </Panel>
    </Page>
  );
}
