import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { Num } from "@/components/Num";
import { State } from "@/components/State";
import type { TableColumn } from "@/components/TableColumn";
import { useLocale } from "@/lib/Locale";
import { usdNumber } from "@/lib/money";
import { runStateKey, shapeOfRun } from "@/lib/shapes";
import { modelName } from "./providerOf";
import { RunName } from "./RunName";

/** The columns of the list of runs. */
export function useRunsColumns(): TableColumn<RunView>[] {
  const { t } = useTranslation(["run", "common"]);
  const { times } = useLocale();
  const named = (run: RunView) => t("named", { name: run.name, number: run.number });
  const said = (run: RunView) => t(`common:runState.${runStateKey(run)}`);
  return [
    {
      key: "name",
      head: t("list.name"),
      cell: (run) => <RunName name={run.name} number={run.number} />,
      title: named,
      sort: (run) => run.name,
    },
    {
      key: "state",
      head: t("list.state"),
      cell: (run) => <State shape={shapeOfRun(run)}>{said(run)}</State>,
      title: said,
      width: 174,
      sort: said,
    },
    {
      key: "skill",
      head: t("list.skill"),
      cell: (run) => run.skill,
      title: (run) => run.skill,
      width: 112,
      dim: true,
      wideOnly: true,
      sort: (run) => run.skill,
    },
    {
      key: "model",
      head: t("list.model"),
      cell: (run) => modelName(run.model),
      title: (run) => run.model,
      width: 116,
      dim: true,
      wideOnly: true,
      sort: (run) => run.model,
    },
    number("done", t("list.done"), (run) => run.tasks.done),
    number("failed", t("list.failed"), (run) => run.tasks.failed),
    number("waiting", t("list.waiting"), (run) => run.tasks.waiting),
    number("rows", t("list.rows"), (run) => run.tasks.total),
    {
      key: "cost",
      head: t("list.cost"),
      cell: (run) => <Cost amount={run.cost_usd} unit={false} />,
      width: 64,
      align: "right",
      sort: (run) => usdNumber(run.cost_usd),
    },
    {
      key: "started",
      head: t("list.started"),
      cell: (run) => times.moment(run.started_at),
      width: 126,
      align: "right",
      dim: true,
      sort: (run) => run.started_at,
    },
  ];
}

function number(key: string, head: string, of: (run: RunView) => number): TableColumn<RunView> {
  return { key, head, cell: (run) => <Num value={of(run)} />, width: 58, align: "right", sort: of };
}
