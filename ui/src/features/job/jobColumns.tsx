import type { TFunction } from "i18next";
import type { JobSummary } from "@/bindings/contract";
import { Num } from "@/components/Num";
import { StateShape } from "@/components/StateShape";
import type { TableColumn } from "@/components/TableColumn";
import type { Times } from "@/lib/times";
import { NONE } from "@/lib/money";
import classes from "./jobColumns.module.css";

/** The columns of the list of jobs, its buttons aside. */
export function jobColumns(t: TFunction<"job">, times: Times): TableColumn<JobSummary>[] {
  return [
    {
      key: "name",
      head: t("column.name"),
      cell: (job) => <b className={classes.name}>{job.name}</b>,
      title: (job) => job.name,
      sort: (job) => job.name,
    },
    { key: "skill", head: t("skill.one"), cell: (job) => job.skill, width: 122, dim: true },
    {
      key: "source",
      head: t("table.one"),
      cell: (job) => job.source ?? (job.rows > 0 ? t("table.pasted") : NONE),
      title: (job) => job.source ?? "",
      width: 150,
      dim: true,
    },
    {
      key: "rows",
      head: t("column.rows"),
      cell: (job) => <Num value={job.source === null && job.rows === 0 ? null : job.rows} />,
      width: 64,
      align: "right",
      sort: (job) => job.rows,
    },
    {
      key: "model",
      head: t("how.model"),
      cell: (job) => (
        <span className={classes.model}>
          {job.model.startsWith("practice/") && <StateShape shape="practice" />}
          {job.model}
        </span>
      ),
      title: (job) => job.model,
      width: 188,
      dim: true,
      wideOnly: true,
    },
    {
      key: "runs",
      head: t("column.runs"),
      cell: (job) => <Num value={job.runs} />,
      width: 64,
      align: "right",
      sort: (job) => job.runs,
    },
    {
      key: "last",
      head: t("column.lastRun"),
      cell: (job) => (job.last_run_at === null ? NONE : times.moment(job.last_run_at)),
      width: 120,
      align: "right",
      dim: true,
      sort: (job) => job.last_run_at ?? 0,
    },
  ];
}
