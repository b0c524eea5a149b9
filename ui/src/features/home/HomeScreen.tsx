import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Kbd } from "@/components/Kbd";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { SearchField } from "@/components/SearchField";
import { useCall } from "@/data/useCall";
import { useLocale } from "@/lib/Locale";
import { FirstStart } from "./FirstStart";
import classes from "./HomeScreen.module.css";
import { JobsTable } from "./JobsTable";
import { TodayStrip } from "./TodayStrip";
import { WaitingList } from "./WaitingList";

/** What needs the person: review, pauses, money of the month, and all jobs. */
export function HomeScreen() {
  const { t } = useTranslation(["home", "common"]);
  const { times } = useLocale();
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const [today] = useState(() => Date.now());
  const home = useCall("home/get", {});
  const info = useCall("app/info", {});
  const first = info.data?.first_start === true;
  return (
    <Page
      title={t("title")}
      state={times.day(today)}
      actions={
        <>
          <SearchField label={t("search")} value={search} onChange={setSearch} width={188} />
          <Button
            variant={first ? "default" : "filled"}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            rightSection={<Kbd keys="n" />}
            onClick={() => void navigate({ to: "/jobs", search: { new: true } })}
          >
            {t("common:do.newJob")}
          </Button>
        </>
      }
    >
      <Panel label={t("title")}>
        <Region query={home}>
          {(view) => (
            <div className={classes.home}>
              {first && info.data && (
                <FirstStart jobs={view.jobs} runs={view.runs} home={info.data.home} />
              )}
              <TodayStrip home={view} />
              {(!first || view.runs.length > 0) && <WaitingList runs={view.runs} />}
              <JobsTable jobs={view.jobs} runs={view.runs} search={search} />
            </div>
          )}
        </Region>
      </Panel>
    </Page>
  );
}
