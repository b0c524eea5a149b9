import { useTranslation } from "react-i18next";
import type { EvalItemView, EvalView } from "@/bindings/contract";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";

/** The samples that not every model has right, and what each has wrong; nothing if all are right. */
export function CompareItems({ report }: { report: EvalView }) {
  const { t } = useTranslation("studio");
  const wrong = report.items.filter((item) => item.agreed.some((agreed) => agreed !== true));
  if (wrong.length === 0) return null;
  const said = (item: EvalItemView, at: number) =>
    item.agreed[at] === true
      ? t("compare.right")
      : item.agreed[at] === false
        ? t("compare.wrong", { fields: (item.differs[at] ?? []).join(t("compare.and")) })
        : t("compare.notDone");
  const columns: TableColumn<EvalItemView>[] = [
    {
      key: "id",
      head: t("compare.sample"),
      width: 160,
      cell: ({ id }) => id,
      title: ({ id }) => id,
    },
    ...report.models.map((model, at) => ({
      key: model.run,
      head: model.model,
      cell: (item: EvalItemView) => said(item, at),
      title: (item: EvalItemView) => said(item, at),
    })),
  ];
  return (
    <>
      <h3>{t("compare.items", { count: wrong.length, of: report.cases })}</h3>
      <Table
        label={t("compare.samples")}
        columns={columns}
        rows={wrong}
        rowKey={({ id }) => id}
        rowHeight={26}
        whole
      />
    </>
  );
}
