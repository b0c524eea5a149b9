import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RunDetail, TaskFilter } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Table } from "@/components/Table";
import { useRowPages } from "./useRowPages";
import { useRowsColumns } from "./useRowsColumns";

const TYPING_MS = 200;

type Props = {
  detail: RunDetail;
  filter: TaskFilter;
  search: string;
  chosen: number | null;
  onChoose: (task: number) => void;
};

/** Every row of a run, loaded page by page as it is looked at. */
export function RowsTable({ detail, filter, search, chosen, onChoose }: Props) {
  const { t } = useTranslation("run");
  const [range, setRange] = useState<[number, number]>([0, 0]);
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const pages = useRowPages({ run: detail.run.run, filter, search: wanted }, range);
  const columns = useRowsColumns(detail);
  if (pages.total === null) {
    return pages.error === null ? (
      <Loading height={26} count={detail.run.tasks.total} />
    ) : (
      <ErrorNote error={pages.error} onRetry={pages.retry} />
    );
  }
  if (pages.total === 0) return <Empty title={t("rows.none")}>{t("rows.noneText")}</Empty>;
  return (
    <Table
      key={pages.name}
      label={t("rows.label")}
      columns={columns}
      rows={pages.slots}
      rowKey={(slot) => (slot.row === null ? -1 - slot.index : slot.row.task)}
      rowHeight={26}
      selected={chosen}
      onSelect={(slot) => {
        if (slot.row !== null) onChoose(slot.row.task);
      }}
      onRange={(first, last) =>
        setRange((old) => (old[0] === first && old[1] === last ? old : [first, last]))
      }
      inset
    />
  );
}
