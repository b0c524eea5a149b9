import { ActionIcon, Button, Tooltip, VisuallyHidden } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconCopy, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobSummary } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { ErrorNote } from "@/components/ErrorNote";
import { Kbd } from "@/components/Kbd";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { SearchField } from "@/components/SearchField";
import { Table } from "@/components/Table";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { useLocale } from "@/lib/Locale";
import { offerUndo } from "@/lib/undo";
import { jobColumns } from "./jobColumns";
import classes from "./JobsScreen.module.css";
import { NewJob } from "./NewJob";

/** All jobs: open one, make a new one, copy or delete. */
export function JobsScreen() {
  const { t } = useTranslation("job");
  const { times } = useLocale();
  const navigate = useNavigate();
  const asked = useSearch({ from: "/jobs" });
  const query = useCall("job/list", {});
  const duplicate = useAct("job/duplicate");
  const remove = useAct("job/delete");
  const restore = useAct("job/restore");
  const [search, setSearch] = useState("");
  const open = (job: string) => void navigate({ to: "/jobs/$job", params: { job } });
  const makeNew = () => void navigate({ to: "/jobs", search: { new: true } });
  const error = duplicate.error ?? remove.error ?? restore.error;

  const columns = [
    ...jobColumns(t, times),
    {
      key: "acts",
      head: <VisuallyHidden>{t("column.acts")}</VisuallyHidden>,
      width: 90,
      align: "right" as const,
      cell: (job: JobSummary) => (
        // The row opens on a click; its buttons do not.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span className={classes.acts} onClick={(event) => event.stopPropagation()}>
          <Tooltip label={t("duplicate")}>
            <ActionIcon
              size={24}
              aria-label={t("duplicateOf", { name: job.name })}
              onClick={() => duplicate.mutate({ job: job.job })}
            >
              <IconCopy size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t("delete")}>
            <ActionIcon
              size={24}
              aria-label={t("deleteOf", { name: job.name })}
              onClick={() =>
                remove.mutate(
                  { job: job.job },
                  {
                    onSuccess: () =>
                      offerUndo(t("deleted", { name: job.name }), () =>
                        restore.mutate({ job: job.job }),
                      ),
                  },
                )
              }
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      ),
    },
  ];
  const words = search.trim().toLowerCase();
  return (
    <Page
      title={t("title")}
      actions={
        <>
          <SearchField label={t("searchJobs")} value={search} onChange={setSearch} />
          <Button variant="filled" onClick={makeNew} rightSection={<Kbd keys="n" />}>
            {t("new.title")}
          </Button>
        </>
      }
    >
      <Panel label={t("title")} padded={false}>
        {error && (
          <div className={classes.error}>
            <ErrorNote error={error} safe={t("safeJobs")} />
          </div>
        )}
        <Region query={query}>
          {(jobs) => {
            const found = jobs.filter((job) =>
              [job.name, job.skill, job.source ?? "", job.model].some((text) =>
                text.toLowerCase().includes(words),
              ),
            );
            if (jobs.length === 0) {
              return (
                <Empty
                  title={t("none.title")}
                  action={<Button onClick={makeNew}>{t("new.title")}</Button>}
                >
                  {t("none.text")}
                </Empty>
              );
            }
            if (found.length === 0) {
              return (
                <Empty
                  title={t("none.found", { search })}
                  action={<Button onClick={() => setSearch("")}>{t("none.all")}</Button>}
                />
              );
            }
            return (
              <Table
                label={t("title")}
                columns={columns}
                rows={found}
                rowKey={(job) => job.job}
                onOpen={(job) => open(job.job)}
                inset
              />
            );
          }}
        </Region>
      </Panel>
      {asked.new === true && (
        <NewJob
          skill={asked.skill ?? null}
          onClose={() => void navigate({ to: "/jobs", search: {} })}
        />
      )}
    </Page>
  );
}
