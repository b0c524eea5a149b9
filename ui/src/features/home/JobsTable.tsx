import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { JobSummary, RunView } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { Empty } from "@/components/Empty";
import { Num } from "@/components/Num";
import { RuleShare } from "@/components/RuleShare";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { useLocale } from "@/lib/Locale";
import { NONE, usdPer } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import { JobState } from "./JobState";
import classes from "./JobsTable.module.css";
import { latestRuns } from "./latestRuns";

type Props = { jobs: JobSummary[]; runs: RunView[]; search: string };

type Line = { job: JobSummary; run: RunView | null };

/** All jobs with the state and the money of their latest run; a click or Enter opens the job. */
export function JobsTable({ jobs, runs, search }: Props) {
  const { t } = useTranslation(["home", "common"]);
  const navigate = useNavigate();
  const columns = useColumns();
  const latest = latestRuns(runs);
  const wanted = search.trim().toLowerCase();
  const lines = jobs
    .filter((job) => `${job.name} ${job.skill}`.toLowerCase().includes(wanted))
    .map((job): Line => ({ job, run: latest.get(job.job) ?? null }));
  return (
    <section className={classes.jobs} aria-label={t("jobs.title")}>
      <h2 className={classes.title}>
        {t("jobs.title")} <span className={classes.count}>{showCount(jobs.length)}</span>
      </h2>
      {jobs.length === 0 ? (
        <Empty
          title={t("jobs.none")}
          action={
            <Button onClick={() => void navigate({ to: "/jobs", search: { new: true } })}>
              {t("common:do.newJob")}
            </Button>
          }
        >
          {t("jobs.noneText")}
        </Empty>
      ) : (
        <Table
          label={t("jobs.title")}
          columns={columns}
          rows={lines}
          rowKey={(line) => line.job.job}
          onOpen={(line) => void navigate({ to: "/jobs/$job", params: { job: line.job.job } })}
          whole
        />
      )}
      {jobs.length > 0 && lines.length === 0 && (
        <p className={classes.nothing}>{t("jobs.noMatch")}</p>
      )}
    </section>
  );
}

function useColumns(): TableColumn<Line>[] {
  const { t } = useTranslation(["home", "common"]);
  const { times } = useLocale();
  return [
    {
      key: "job",
      head: t("jobs.job"),
      cell: ({ job }) => <b className={classes.name}>{job.name}</b>,
      title: ({ job }) => job.name,
    },
    {
      key: "skill",
      head: t("jobs.skill"),
      width: 118,
      dim: true,
      wideOnly: true,
      cell: ({ job, run }) => (run ? `${job.skill} ${run.skill_version}` : job.skill),
      title: ({ job }) => job.skill,
    },
    {
      key: "rows",
      head: t("jobs.rows"),
      width: 60,
      align: "right",
      cell: ({ job }) => <Num value={job.rows === 0 ? null : job.rows} />,
    },
    {
      key: "state",
      head: <span className={classes.stateHead}>{t("jobs.state")}</span>,
      width: 184,
      cell: ({ job, run }) => (
        <span className={classes.state}>
          <JobState job={job} run={run} />
        </span>
      ),
    },
    {
      key: "rules",
      head: t("jobs.rules"),
      width: 112,
      cell: ({ run }) =>
        run ? <RuleShare byRule={run.done_by.rule} total={run.tasks.total} /> : NONE,
    },
    {
      key: "review",
      head: t("jobs.review"),
      width: 72,
      align: "right",
      cell: ({ run }) =>
        run && run.review.needs_review > 0 ? (
          <b className={classes.name}>{showCount(run.review.needs_review)}</b>
        ) : (
          <span className={classes.none}>{NONE}</span>
        ),
    },
    {
      key: "cost",
      head: t("jobs.cost"),
      width: 76,
      align: "right",
      cell: ({ run }) => <Cost amount={run?.cost_usd ?? null} unit={false} />,
    },
    {
      key: "accepted",
      head: t("jobs.accepted"),
      width: 92,
      align: "right",
      dim: true,
      wideOnly: true,
      cell: ({ run }) => (
        <Cost
          amount={
            run && !run.practice && run.state !== "running"
              ? usdPer(run.cost_usd, run.review.accepted + run.review.corrected)
              : null
          }
          digits={4}
          unit={false}
        />
      ),
    },
    {
      key: "lastRun",
      head: t("jobs.lastRun"),
      width: 102,
      align: "right",
      dim: true,
      wideOnly: true,
      cell: ({ job }) => (job.last_run_at === null ? NONE : times.moment(job.last_run_at)),
    },
  ];
}
