import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "@/components/Empty";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { Segmented } from "@/components/Segmented";
import { Table } from "@/components/Table";
import { useCall } from "@/data/useCall";
import { changesOf, type Change } from "./changesOf";
import { useChangeColumns } from "./useChangeColumns";

type Props = { run: string; wholeJob?: boolean };

/** Everything people corrected in a run, or in all runs of its job: who, when, from what to what, and what was learnt. */
export function CorrectionsScreen({ run, wholeJob = false }: Props) {
  const { t } = useTranslation("review");
  const navigate = useNavigate();
  const [reach, setReach] = useState<"run" | "job">(wholeJob ? "job" : "run");
  const about = useCall("run/get", { run }).data?.run;
  const query = useCall("correction/list", { run, whole_job: reach === "job" });
  const columns = useChangeColumns(reach === "job");
  const open = (change: Change) =>
    void navigate({
      to: "/review/$run",
      params: { run: change.run },
      search: { filter: "all", task: change.task },
    });
  const count = query.data?.length;
  return (
    <Page
      where={
        <Link to="/review/$run" params={{ run }}>
          {about ? t("named", { name: about.name, number: about.number }) : t("title")}
        </Link>
      }
      title={t("corrections.title")}
      state={count !== undefined && count > 0 && t("corrections.count", { count })}
      actions={
        about?.job != null && (
          <Segmented
            label={t("corrections.of")}
            segments={(["run", "job"] as const).map((value) => ({
              value,
              label: t(`corrections.reach.${value}`),
            }))}
            value={reach}
            onChange={setReach}
          />
        )
      }
    >
      <Panel label={t("corrections.title")} padded={false}>
        <Region query={query}>
          {(corrections) =>
            corrections.length === 0 ? (
              <Empty
                title={t("corrections.none")}
                action={
                  <Button onClick={() => void navigate({ to: "/review/$run", params: { run } })}>
                    {t("corrections.back")}
                  </Button>
                }
              >
                {t("corrections.noneText")}
              </Empty>
            ) : (
              <Table
                label={t("corrections.title")}
                columns={columns}
                rows={changesOf(corrections)}
                rowKey={(change) => change.key}
                onOpen={open}
                inset
              />
            )
          }
        </Region>
      </Panel>
    </Page>
  );
}
