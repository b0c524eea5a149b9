import type { AgentView, RunView } from "@/bindings/contract";
import { Table } from "@/components/Table";
import { useTranslation } from "react-i18next";
import { useAgentsColumns } from "./useAgentsColumns";

type Props = {
  run: RunView;
  agents: AgentView[];
  chosen: number | null;
  onChoose: (agent: number) => void;
};

/** The agents as a table, in the order of their numbers until a head is asked to sort. */
export function AgentsTable({ run, agents, chosen, onChoose }: Props) {
  const { t } = useTranslation("run");
  const columns = useAgentsColumns(run);
  return (
    <Table
      label={t("agents.table")}
      columns={columns}
      rows={agents}
      rowKey={(agent) => agent.agent}
      rowHeight={26}
      selected={chosen}
      onSelect={(agent) => onChoose(agent.agent)}
      inset
    />
  );
}
