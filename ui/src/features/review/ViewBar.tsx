import { ActionIcon, Button, Menu, Popover } from "@mantine/core";
import {
  IconAdjustmentsHorizontal,
  IconCheck,
  IconFilter,
  IconSignature,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { FacetPick, ReviewOrder, TaskFilter } from "@/bindings/contract";
import { Loading } from "@/components/Loading";
import { Region } from "@/components/Region";
import { Segmented } from "@/components/Segmented";
import { Why } from "@/components/Why";
import { useReviewKeyMap } from "@/data/useReviewKeyMap";
import { capsOf } from "@/lib/keys";
import { useShortcuts } from "@/lib/shortcuts";
import { useState } from "react";
import { FacetList } from "./FacetList";
import type { Sight } from "./sight";
import { useSurvey } from "./useSurvey";
import classes from "./ViewBar.module.css";

const FILTERS = [
  "needs_review",
  "unjudged",
  "judged",
  "by_rule",
  "by_model",
  "in_sample",
  "all",
] as const;
const VIEWS = ["one", "table", "groups"] as const;

/** How a run's results are laid out: one by one, all in a table, or equal ones together. */
export type ReviewView = (typeof VIEWS)[number];

type Props = {
  run: string;
  sight: Sight;
  view: ReviewView;
  onShow: (show: TaskFilter) => void;
  onView: (view: ReviewView) => void;
  onOrder: (order: ReviewOrder) => void;
  onPick: (picks: FacetPick[]) => void;
  onOpinion: () => void;
  /** None: there is nothing to accept, or it is being asked already. */
  onAcceptAll: (() => void) | null;
};

/** The head of a review: which rows, how they are laid out, in which order, and accepting all of them. */
export function ViewBar(props: Props) {
  const { t } = useTranslation(["review", "opinion"]);
  const { sight, view } = props;
  const navigate = useNavigate();
  const keys = useReviewKeyMap();
  const [picking, setPicking] = useState(false);
  const survey = useSurvey(props.run, sight, picking);
  const next = VIEWS[(VIEWS.indexOf(view) + 1) % VIEWS.length] ?? "one";
  const other = sight.order === "file" ? "risk" : "file";
  useShortcuts(t("keys.where"), [
    { keys: keys.view, label: t("keys.view"), run: () => props.onView(next) },
    { keys: keys.order, label: t("keys.order"), run: () => props.onOrder(other) },
    {
      keys: keys.filter,
      label: t("keys.filter"),
      run: () => setPicking(true),
      enabled: view === "one",
    },
    {
      keys: keys.closing,
      label: t("keys.closing"),
      run: () => void navigate({ to: "/review/$run/close", params: { run: props.run } }),
    },
  ]);
  return (
    <>
      <Segmented
        label={t("view.label")}
        segments={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={props.onView}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}>
            {t(`filter.${filterKey(sight.show)}`)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t("filter.label")}>
          {FILTERS.map((one) => (
            <Menu.Item
              key={one}
              onClick={() => props.onShow(one)}
              rightSection={one === sight.show && <IconCheck size={14} stroke={1.6} aria-hidden />}
            >
              {t(`filter.${one}`)}
            </Menu.Item>
          ))}
          {view !== "groups" && (
            <>
              <Menu.Divider />
              <Menu.Label>{t("order.label")}</Menu.Label>
              {(["file", "risk"] as const).map((one) => (
                <Menu.Item
                  key={one}
                  onClick={() => props.onOrder(one)}
                  rightSection={
                    one === sight.order && <IconCheck size={14} stroke={1.6} aria-hidden />
                  }
                >
                  {t(`order.${one}`)}
                </Menu.Item>
              ))}
            </>
          )}
          <Menu.Divider />
          <Menu.Item
            onClick={() => void navigate({ to: "/compare/$run", params: { run: props.run } })}
          >
            {t("compare")}
          </Menu.Item>
          <Menu.Item onClick={props.onOpinion}>{t("opinion:open")}</Menu.Item>
          <Menu.Item
            onClick={() =>
              void navigate({ to: "/review/$run/corrections", params: { run: props.run } })
            }
          >
            {t("corrections.open")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {view === "one" && (
        <Popover opened={picking} onChange={setPicking} position="bottom-end" trapFocus>
          <Popover.Target>
            <Button
              variant="subtle"
              leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden />}
              onClick={() => setPicking(!picking)}
            >
              {t("facet.narrow")}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t("facet.label")} className={classes.facets}>
            <Region query={survey} loading={<Loading lines={8} />}>
              {({ facets }) => (
                <FacetList facets={facets} picks={sight.picks} onPick={props.onPick} />
              )}
            </Region>
          </Popover.Dropdown>
        </Popover>
      )}
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t("close.open")}
        title={t("close.openWith", { key: capsOf(keys.closing).join(" ") })}
        renderRoot={(rest) => (
          <Link to="/review/$run/close" params={{ run: props.run }} {...rest} />
        )}
      >
        <IconSignature size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Why not={props.onAcceptAll === null && t("why.nothingHere")}>
        <Button onClick={() => props.onAcceptAll?.()}>{t("do.acceptAll")}</Button>
      </Why>
    </>
  );
}

function filterKey(filter: TaskFilter): (typeof FILTERS)[number] {
  return FILTERS.find((known) => known === filter) ?? "all";
}
