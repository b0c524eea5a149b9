import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RulesOpened, SheetChangeView } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { Notice } from "@/components/Notice";
import { Table } from "@/components/Table";
import { ruleLine } from "./ruleLine";
import { RuleText } from "./RuleText";
import classes from "./Editor.module.css";

type Props = { opened: RulesOpened | null; onDone: (taken: boolean) => void };

const KINDS = ["added", "changed", "moved", "removed"] as const;

/** A rules table from a file beside the one in the editor: what would be different, before it takes its place. */
export function OpenedDialog({ opened, onDone }: Props) {
  const { t } = useTranslation("rules");
  const { t: common } = useTranslation();
  const number = (change: SheetChangeView) =>
    change.before !== null && change.after !== null && change.before !== change.after
      ? `${change.before} → ${change.after}`
      : String(change.after ?? change.before ?? "");
  return (
    <Dialog
      opened={opened !== null}
      onClose={() => onDone(false)}
      title={t("diff.title")}
      size="min(1080px, 92vw)"
    >
      {opened && (
        <>
          <p className={classes.sums}>
            {opened.changes.length === 0
              ? t("diff.nothing")
              : KINDS.filter((kind) => opened.changes.some((change) => change.kind === kind))
                  .map((kind) =>
                    t(`diff.${kind}`, {
                      count: opened.changes.filter((change) => change.kind === kind).length,
                    }),
                  )
                  .concat(t("diff.same", { count: opened.same }))
                  .join(" · ")}
          </p>
          {opened.columns_gone.length > 0 && (
            <Notice shape="review">
              {t("diff.columnsGone", { columns: opened.columns_gone.join(", ") })}
            </Notice>
          )}
          {opened.changes.length > 0 && (
            <div className={classes.differences}>
              <Table
                label={t("diff.title")}
                rows={opened.changes}
                rowKey={(change) => `${change.before ?? ""} ${change.after ?? ""}`}
                columns={[
                  {
                    key: "kind",
                    head: t("diff.what"),
                    width: 88,
                    cell: (change) => t(`diff.word.${wordOf(change.kind)}`),
                  },
                  { key: "rule", head: t("edit.rule"), width: 84, align: "right", cell: number },
                  {
                    key: "before",
                    head: t("diff.before"),
                    cell: (change) => <RuleText table={opened.table} cells={change.before_cells} />,
                    title: (change) => ruleLine(t, opened.table, change.before_cells),
                  },
                  {
                    key: "after",
                    head: t("diff.after"),
                    result: true,
                    cell: (change) => <RuleText table={opened.table} cells={change.after_cells} />,
                    title: (change) => ruleLine(t, opened.table, change.after_cells),
                  },
                ]}
              />
            </div>
          )}
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => onDone(false)}>
              {common("do.cancel")}
            </Button>
            {opened.changes.length > 0 && (
              <Button onClick={() => onDone(true)}>{t("diff.take")}</Button>
            )}
          </Group>
        </>
      )}
    </Dialog>
  );
}

function wordOf(kind: string): (typeof KINDS)[number] {
  return KINDS.find((known) => known === kind) ?? "changed";
}
