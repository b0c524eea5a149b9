import { Button, Menu } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconFilter } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RunDetail, TaskFilter } from "@/bindings/contract";
import { Page } from "@/components/Page";
import { PracticeBanner } from "@/components/PracticeBanner";
import { useCall } from "@/data/useCall";
import { AcceptMatching } from "./AcceptMatching";
import { alternativesOf } from "./alternatives";
import { evidenceOf } from "./evidence";
import { NothingHere } from "./NothingHere";
import { queueColumns } from "./queueColumns";
import { QueuePanel } from "./QueuePanel";
import { ResultPanel } from "./ResultPanel";
import { SourcePanel } from "./SourcePanel";
import { useAddress } from "./useAddress";
import { usePrefetch } from "./usePrefetch";
import { useReview } from "./useReview";
import { useReviewKeys } from "./useReviewKeys";

const TYPING_MS = 200;
const FILTERS = ["needs_review", "unjudged", "judged", "by_rule", "by_model", "all"] as const;

type Props = { detail: RunDetail };

/** Queue, source, result: the three panes of a review and their keys. */
export function ReviewDesk({ detail }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const navigate = useNavigate();
  const address = useSearch({ from: "/review/$run" });
  const filter: TaskFilter = address.filter ?? "needs_review";
  const { run } = detail;
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const [asking, setAsking] = useState(false);
  const [spot, setSpot] = useState(0);
  const source = useRef<HTMLDivElement>(null);
  const review = useReview({ detail, filter, search: wanted, first: address.task ?? null });
  const { row, queue } = review;
  const item = useCall(
    "review/item",
    { run: run.run, task: row?.task ?? 0 },
    { enabled: row !== null },
  );
  const shown = item.data?.row.task === row?.task ? item.data : undefined;
  usePrefetch(run.run, queue.rows, row);
  useAddress(run.run, row?.task ?? null, filter);
  const columns = queueColumns(detail, queue.rows ?? []);
  const evidence = evidenceOf(detail.outputs, row?.shown ?? [], shown?.pages ?? []);
  const alternatives = alternativesOf(detail.outputs, row);
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
    onAsk: setAsking,
    onTake: take,
    choices: alternatives?.choices.length ?? 0,
    onEvidence: (by) => {
      if (evidence.length > 0) setSpot((spot + by + evidence.length) % evidence.length);
    },
    onScroll: (by) => source.current?.scrollBy({ top: by * source.current.clientHeight * 0.8 }),
  });
  const open = (next: TaskFilter) =>
    void navigate({
      to: "/review/$run",
      params: { run: run.run },
      search: next === "needs_review" ? {} : { filter: next },
      replace: true,
    });
  const judgedCount = run.review.accepted + run.review.corrected + run.review.rejected;
  const none = queue.rows !== null && queue.rows.length === 0;
  return (
    <Page
      where={<Link to="/review">{t("title")}</Link>}
      title={t("named", { name: run.name, number: run.number })}
      state={t("tally", { judged: judgedCount, count: run.review.needs_review })}
      actions={
        <>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                variant="subtle"
                leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
              >
                {t(`filter.${filterKey(filter)}`)}
              </Button>
            </Menu.Target>
            <Menu.Dropdown aria-label={t("filter.label")}>
              {FILTERS.map((one) => (
                <Menu.Item
                  key={one}
                  onClick={() => open(one)}
                  rightSection={one === filter && <IconCheck size={14} stroke={1.6} aria-hidden />}
                >
                  {t(`filter.${one}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Button disabled={none || asking} onClick={() => setAsking(true)}>
            {t("do.acceptAll")}
          </Button>
        </>
      }
      banner={
        <>
          {run.practice && (
            <PracticeBanner action={<Link to="/settings">{t("common:practice.addKey")}</Link>} />
          )}
          {asking && <AcceptMatching review={review} onClose={() => setAsking(false)} />}
        </>
      }
    >
      <QueuePanel
        review={review}
        columns={columns}
        search={search}
        onSearch={setSearch}
        unsureFirst={filter === "needs_review" || filter === "unjudged"}
      />
      {none || row === null ? (
        <NothingHere
          detail={detail}
          queue={queue}
          filter={filter}
          search={wanted}
          onFilter={open}
          onClear={() => setSearch("")}
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
          />
        </>
      )}
    </Page>
  );
}

function filterKey(filter: TaskFilter): (typeof FILTERS)[number] {
  return FILTERS.find((known) => known === filter) ?? "all";
}
