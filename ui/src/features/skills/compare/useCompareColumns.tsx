import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { EvalModelView } from "@/bindings/contract";
import { State } from "@/components/State";
import type { TableColumn } from "@/components/TableColumn";
import { showUsd, usdNumber } from "@/lib/money";
import { runStateKey, type ShapeName } from "@/lib/shapes";

/** Columns of a comparison: the model, how often it agrees of the rows that are done, what it cost, where it is. */
export function useCompareColumns(): TableColumn<EvalModelView>[] {
  const { t } = useTranslation(["studio", "common"]);
  const named = (model: EvalModelView) =>
    model.practice ? t("compare.practice", { model: model.model }) : model.model;
  return [
    {
      key: "model",
      head: t("compare.model"),
      title: named,
      cell: (model) => (
        <Link to="/runs/$run" params={{ run: model.run }}>
          {named(model)}
        </Link>
      ),
    },
    {
      key: "agreed",
      head: t("compare.agreed"),
      width: 108,
      align: "right",
      sort: (model) => model.agreed,
      cell: (model) => t("compare.of", { count: model.agreed, of: model.done }),
    },
    {
      key: "fields",
      head: t("compare.fields"),
      width: 108,
      align: "right",
      sort: (model) => model.fields_agreed,
      cell: (model) => t("compare.of", { count: model.fields_agreed, of: model.fields }),
    },
    {
      key: "cost",
      head: t("compare.cost"),
      width: 92,
      align: "right",
      sort: (model) => usdNumber(model.cost_usd),
      cell: (model) => showUsd(model.cost_usd, 4),
    },
    {
      key: "state",
      head: t("compare.state"),
      width: 112,
      cell: (model) => (
        <State shape={shapeOf(model.state)} quiet>
          {t(`common:runState.${runStateKey({ state: model.state, reason: null })}`)}
        </State>
      ),
    },
  ];
}

function shapeOf(state: string): ShapeName {
  switch (state) {
    case "running":
      return "running";
    case "paused":
      return "paused";
    case "cancelled":
      return "ended";
    default:
      return state === "failed" ? "failed" : "done";
  }
}
