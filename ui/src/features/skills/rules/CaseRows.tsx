import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { CaseView, SuggestionsView } from "@/bindings/contract";
import { Num } from "@/components/Num";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import classes from "./Suggestions.module.css";

type Props = {
  title: string;
  /** All there are; `rows` may be the newest of them only. */
  count: number;
  rows: CaseView[];
  view: SuggestionsView;
};

/** Rows a person decided, on one side of a suggestion. */
export function CaseRows({ title, count, rows, view }: Props) {
  const { t } = useTranslation("rules");
  const navigate = useNavigate();
  const open = ({ run, task }: CaseView) => {
    if (run === null || task === null) return;
    void navigate({ to: "/review/$run", params: { run }, search: { task, filter: "all" } });
  };
  const text = (
    key: string,
    head: string,
    of: (row: CaseView) => string,
  ): TableColumn<CaseView> => ({
    key,
    head,
    cell: of,
    title: of,
  });
  return (
    <div className={classes.cases}>
      <h4>
        {title} <Num value={count} />
      </h4>
      {rows.length === 0 ? (
        <p className={classes.light}>{t("suggest.noneAgainst")}</p>
      ) : (
        <Table
          label={title}
          whole
          rowHeight={26}
          rows={rows}
          rowKey={(row) => `${row.run ?? row.place} ${row.row}`}
          {...(rows.some((row) => row.task !== null) ? { onOpen: open } : {})}
          columns={[
            { ...text("where", t("suggest.where"), (row) => row.place), dim: true, wideOnly: true },
            {
              key: "row",
              head: t("suggest.row"),
              width: 52,
              align: "right",
              cell: (row) => row.row,
            },
            ...view.inputs.map((label, at) =>
              text(`in${at}`, label, (row) => row.inputs[at] ?? ""),
            ),
            ...view.outputs.map((label, at) => ({
              ...text(`out${at}`, label, (row) => row.chose[at] ?? ""),
              result: true,
            })),
          ]}
        />
      )}
    </div>
  );
}
