import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { GroupView, SurveyView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { Why } from "@/components/Why";
import { showCount } from "@/lib/numbers";

type Props = {
  survey: SurveyView;
  /** The group the keys are about. */
  selected: GroupView | null;
  onSelect: (group: GroupView) => void;
  /** Shows the rows of a group. */
  onOpen: (group: GroupView) => void;
  /** Asks about accepting the open rows of a group. */
  onAccept: (group: GroupView) => void;
};

/** Results that say the same, counted together: opened or accepted as one. */
export function GroupTable({ survey, selected, onSelect, onOpen, onAccept }: Props) {
  const { t } = useTranslation("review");
  const number = (key: string, head: string, of: (group: GroupView) => number) => ({
    key,
    head,
    cell: (group: GroupView) => showCount(of(group)),
    sort: of,
    width: 104,
    align: "right" as const,
  });
  const columns: TableColumn<GroupView>[] = [
    ...survey.group_by.map((label, at) => ({
      key: `shown ${at}`,
      head: label,
      cell: (group: GroupView) => group.shown[at] || t("facet.empty"),
      title: (group: GroupView) => group.shown[at] ?? "",
      result: true,
    })),
    number("total", t("group.rows"), (group) => group.total),
    number("open", t("group.open"), (group) => group.open),
    number("rule", t("group.byRule"), (group) => group.by_rule),
    number("risky", t("group.risky"), (group) => group.risky),
    {
      key: "do",
      head: "",
      width: 128,
      align: "right",
      cell: (group) => (
        <Why not={group.open === 0 && t("why.groupJudged")}>
          <Button
            size="sm"

            aria-label={t("group.acceptThese", { count: group.open, text: group.shown.join(", ") })}
            onClick={(event) => {
              event.stopPropagation();
              onAccept(group);
            }}
          >
            {t("group.accept", { count: group.open })}
          </Button>
        </Why>
      ),
    },
  ];
  if (survey.groups.length === 0) {
    return <Empty title={t("none.search")}>{t("none.otherText")}</Empty>;
  }
  return (
    <Table
      label={t("group.label")}
      columns={columns}
      rows={survey.groups}
      rowKey={keyOf}
      selected={selected === null ? null : keyOf(selected)}
      onSelect={onSelect}
      onOpen={onOpen}
      inset
    />
  );
}

function keyOf(group: GroupView): string {
  return group.shown.join("\n");
}
