import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AgentView, RunDetail, TaskFilter } from "@/bindings/contract";
import { SearchField } from "@/components/SearchField";
import { Segmented } from "@/components/Segmented";
import { TASK_FILTERS, taskFilterOf } from "@/lib/taskFilters";
import { AgentsTable } from "./AgentsTable";
import classes from "./FloorTable.module.css";
import { RowsTable } from "./RowsTable";

type Props = {
  detail: RunDetail;
  agents: AgentView[];
  view: "agents" | "rows";
  /** None: there are only rows. */
  onView: ((view: "agents" | "rows") => void) | null;
  agent: number | null;
  onAgent: (agent: number) => void;
  task: number | null;
  onTask: (task: number) => void;
  filter: TaskFilter;
  onFilter: (filter: TaskFilter) => void;
};

/** The table under the floor: the agents at work, or every row of the run. */
export function FloorTable(props: Props) {
  const { t } = useTranslation("run");
  const [search, setSearch] = useState("");
  const { view, onView } = props;
  return (
    <section
      className={classes.section}
      aria-label={view === "agents" ? t("agents.table") : t("rows.label")}
    >
      <div className={classes.bar}>
        {onView === null ? (
          <h2>{t("view.rows")}</h2>
        ) : (
          <Segmented
            label={t("view.label")}
            segments={[
              { value: "agents", label: t("view.agents") },
              { value: "rows", label: t("view.rows") },
            ]}
            value={view}
            onChange={onView}
          />
        )}
        {view === "rows" && (
          <div className={classes.choose}>
            <Select
              aria-label={t("rows.filter")}
              data={TASK_FILTERS.map((value) => ({ value, label: t(`rows.${value}`) }))}
              value={props.filter}
              onChange={(value) => {
                const filter = taskFilterOf(value);
                if (filter) props.onFilter(filter);
              }}
              w={168}
            />
            <SearchField label={t("rows.search")} value={search} onChange={setSearch} />
          </div>
        )}
      </div>
      {view === "agents" ? (
        <AgentsTable
          run={props.detail.run}
          agents={props.agents}
          chosen={props.agent}
          onChoose={props.onAgent}
        />
      ) : (
        <RowsTable
          detail={props.detail}
          filter={props.filter}
          search={search}
          chosen={props.task}
          onChoose={props.onTask}
        />
      )}
    </section>
  );
}
