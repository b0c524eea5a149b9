import { useTranslation } from "react-i18next";
import type { PeriodView } from "@/bindings/contract";
import { Num } from "@/components/Num";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { showPercent } from "@/lib/numbers";
import classes from "./Suggestions.module.css";

type Props = { periods: PeriodView[] };

/** How the rules of each time did on the month after them. */
export function LaterPeriods({ periods }: Props) {
  const { t } = useTranslation("rules");
  const share = (
    key: string,
    head: string,
    part: (row: PeriodView) => number,
    whole: (row: PeriodView) => number,
  ): TableColumn<PeriodView> => ({
    key,
    head,
    align: "right",
    cell: (row) => <Num value={part(row)} unit={showPercent(part(row), whole(row))} />,
  });
  return (
    <div className={classes.cases}>
      <h4>{t("suggest.periods")}</h4>
      <Table
        label={t("suggest.periods")}
        whole
        rowHeight={26}
        rows={periods}
        rowKey={(row) => row.period}
        columns={[
          { key: "period", head: t("suggest.period"), cell: (row) => row.period },
          {
            key: "lines",
            head: t("suggest.lines"),
            align: "right",
            cell: (row) => <Num value={row.lines} />,
          },
          share(
            "decided",
            t("suggest.decided"),
            (row) => row.decided,
            (row) => row.lines,
          ),
          share(
            "agreed",
            t("suggest.agreed"),
            (row) => row.agreed,
            (row) => row.decided,
          ),
        ]}
      />
    </div>
  );
}
