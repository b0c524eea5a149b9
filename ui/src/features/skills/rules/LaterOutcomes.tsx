import { useTranslation } from "react-i18next";
import type { OutcomeTallyView } from "@/bindings/contract";
import { Num } from "@/components/Num";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { showPercent } from "@/lib/numbers";
import classes from "./Suggestions.module.css";

type Props = { outcomes: OutcomeTallyView[] };

/** How each outcome fared in later months with the rules of each time, and what would let rules decide more of it. */
export function LaterOutcomes({ outcomes }: Props) {
  const { t } = useTranslation("rules");
  const name = (row: OutcomeTallyView) => row.then.join(", ");
  const helps = ({ need }: OutcomeTallyView) => {
    switch (need.kind) {
      case "rows":
        return t("need.kind.rows", { count: need.about ?? 0 });
      case "input":
        return t("need.kind.input", { count: need.rows ?? 0 });
      case "enough":
        return t("need.kind.enough");
      default:
        return t("need.kind.unknown");
    }
  };
  const columns: TableColumn<OutcomeTallyView>[] = [
    { key: "then", head: t("suggest.outcome"), cell: name, title: name, width: 170 },
    {
      key: "lines",
      head: t("suggest.chosen"),
      width: 92,
      align: "right",
      cell: (row) => <Num value={row.later.lines} />,
    },
    {
      key: "decided",
      head: t("suggest.decidedSo"),
      width: 84,
      align: "right",
      cell: (row) => <Num value={row.later.decided} />,
    },
    {
      key: "agreed",
      head: t("suggest.agreed"),
      width: 96,
      align: "right",
      cell: ({ later }) => (
        <Num
          value={later.agreed}
          {...(later.decided > 0 ? { unit: showPercent(later.agreed, later.decided) } : {})}
        />
      ),
    },
    { key: "helps", head: t("suggest.helps"), cell: helps, title: helps },
  ];
  return (
    <div className={classes.cases}>
      <h4>{t("suggest.outcomes")}</h4>
      <Table
        label={t("suggest.outcomes")}
        whole
        rowHeight={26}
        rows={outcomes}
        rowKey={name}
        columns={columns}
      />
    </div>
  );
}
