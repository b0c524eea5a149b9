import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { SearchField } from "@/components/SearchField";
import { Table } from "@/components/Table";
import { useCall } from "@/data/useCall";
import { runsThatMatch } from "./runsThatMatch";
import { useRunsColumns } from "./useRunsColumns";

/** Every run, newest first. */
export function RunsScreen() {
  const { t } = useTranslation("run");
  const navigate = useNavigate();
  const query = useCall("run/list", {});
  const columns = useRunsColumns();
  const [search, setSearch] = useState("");
  const open = (run: RunView) => void navigate({ to: "/runs/$run", params: { run: run.run } });
  return (
    <Page
      title={t("title")}
      state={query.data && t("list.count", { count: query.data.length })}
      actions={
        (query.data?.length ?? 0) > 0 && (
          <SearchField label={t("list.search")} value={search} onChange={setSearch} />
        )
      }
    >
      <Panel label={t("list.label")} padded={false}>
        <Region query={query}>
          {(runs) => {
            const found = runsThatMatch(runs, search);
            if (runs.length === 0) {
              return (
                <Empty
                  title={t("list.none")}
                  action={
                    <Button variant="filled" onClick={() => void navigate({ to: "/jobs" })}>
                      {t("list.toJobs")}
                    </Button>
                  }
                >
                  {t("list.noneText")}
                </Empty>
              );
            }
            if (found.length === 0) {
              return (
                <Empty
                  title={t("list.noMatch")}
                  action={<Button onClick={() => setSearch("")}>{t("list.clear")}</Button>}
                >
                  {t("list.noMatchText", { search })}
                </Empty>
              );
            }
            return (
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
