import { useElementSize, useThrottledValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobRowsView, JobView, TableSummary } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Empty } from "@/components/Empty";
import { Loading } from "@/components/Loading";
import { useShortcuts } from "@/lib/shortcuts";
import type { SaveJob } from "../useSaveJob";
import { ChoosingNote } from "./ChoosingNote";
import { DraggedName } from "./DraggedName";
import { FindBar } from "./FindBar";
import { createMarks } from "./foundMarks";
import type { GridRange } from "./gridEvents";
import { columnOf, type GridRow } from "./gridRows";
import { InputStrip } from "./InputStrip";
import { ListNotices } from "./ListNotices";
import { lookWords } from "./lookWords";
import { inputOf, missingInputs } from "./mapping";
import { MappingMenu } from "./MappingMenu";
import { GRID_ROW } from "./showCell";
import { TaskGrid } from "./TaskGrid";
import { TaskTools } from "./TaskTools";
import { useCellEdits } from "./useCellEdits";
import { useFind } from "./useFind";
import { useGridHead } from "./useGridHead";
import { isPlain, PLAIN, useJobPages, type RowsLook } from "./useJobPages";
import { useMapping } from "./useMapping";
import { useRowActs } from "./useRowActs";
import classes from "./TaskList.module.css";

type Props = { job: JobView; table: TableSummary; save: SaveJob };

/** The row below the last one. */
const BLANK: GridRow = { row: null, blank: true };
/** The host is asked at once, and then at most once in so many ms. */
const PAUSE = 60;
/** More rows than any screen shows. */
const ROWS_IN_SIGHT = 60;

/** The task list of a job: three views, search, the spreadsheet, and which column feeds which input. */
export function TaskList({ job, table, save }: Props) {
  const { t } = useTranslation("job");
  const [view, setView] = useState<JobRowsView>("all");
  const [typed, setTyped] = useState("");
  const search = useThrottledValue(typed, PAUSE);
  const [look, setLook] = useState<RowsLook>(PLAIN);
  const settled = useThrottledValue(look, PAUSE);
  const { columns } = table;
  const { inputs, mapping } = job;
  const missing = missingInputs(inputs, mapping, columns);
  const unused = columns.filter((name) => inputOf(mapping, name) === null).length;
  // A wide table opens on what is used, if that is all there must be.
  const [usedOnly, setUsedOnly] = useState(
    missing.length === 0 && unused > 2 && unused < columns.length,
  );
  const [chosen, setChosen] = useState<GridRange | null>(null);
  const [marks] = useState(createMarks);
  const { ref: frame, width: room } = useElementSize<HTMLDivElement>();

  const asked = { job: job.job, view, search, look: settled };
  const pages = useJobPages(asked);
  const edits = useCellEdits(job.job, { width: columns.length, ...pages });
  // A new row is put below the last one of the list, so it is offered where that is in sight.
  const grows = !pages.old && view === "all" && search === "" && isPlain(settled);
  const rows = useMemo(() => (grows ? [...pages.rows, BLANK] : pages.rows), [grows, pages.rows]);
  const map = useMapping(save, columns);
  const choosing = map.choosing?.label ?? null;
  const head = useGridHead({
    ...{ job, table, rows: pages.first?.rows, usedOnly, room, choosing, marks },
    onPress: map.press,
  });
  const shown = head.columns.flatMap((column) => columnOf(column.prop) ?? []);
  const find = useFind({ ...asked, columns: shown, from: chosen?.y ?? 0 });
  const acts = useRowActs({ columns: head.columns, pages, edits, width: columns.length });
  useShortcuts(t("keys.title"), [
    { keys: "mod+f", label: t("keys.find"), run: find.start, inFields: true },
    { keys: "mod+z", label: t("keys.undo"), run: edits.undo, enabled: edits.canUndo },
    { keys: "mod+shift+z", label: t("keys.redo"), run: edits.redo, enabled: edits.canRedo },
  ]);

  return (
    <div className={classes.list} {...map.hands}>
      <TaskTools
        view={view}
        onView={setView}
        counts={pages.first}
        search={typed}
        onSearch={setTyped}
        edits={edits}
        unused={unused}
        usedOnly={usedOnly}
        onUsedOnly={setUsedOnly}
        chosen={acts.count(chosen)}
        onAddRow={() => acts.add(chosen)}
        onRemoveRows={() => {
          if (chosen) acts.remove(chosen);
          setChosen(null);
        }}
        look={lookWords(t, look, columns)}
        onPlain={() => setLook(PLAIN)}
        onFind={find.start}
        find={
          find.open && (
            <FindBar
              find={find}
              onOnly={() => {
                setTyped(find.text);
                find.close();
              }}
            />
          )
        }
      />
      {inputs.length > 0 && (
        <InputStrip
          {...{ inputs, mapping, columns }}
          choosing={map.choosing?.name ?? null}
          onChoosing={map.choose}
        />
      )}
      <ListNotices job={job.job} problems={table.problems} missing={missing} error={edits.error} />
      <div ref={frame} className={classes.frame}>
        {pages.first === undefined ? (
          pages.error ? (
            <ErrorNote error={pages.error} onRetry={pages.again} />
          ) : (
            <div className={classes.loading}>
              <Loading lines={18} height={26} count={table.rows} />
            </div>
          )
        ) : (
          <>
            {rows.length === 0 && (
              <div className={classes.none}>
                <Empty title={search === "" ? t("grid.noneInView") : t("grid.noneFound")}>
                  {search === ""
                    ? t(`grid.noneInView_${view}`)
                    : t("grid.noneFoundText", { search })}
                </Empty>
              </div>
            )}
            <div className={classes.sheet} hidden={rows.length === 0}>
              <TaskGrid
                label={t("grid.label")}
                columns={head.columns}
                numbers={head.numbers}
                rows={rows}
                grows={grows}
                scene={`${view} ${search} ${JSON.stringify(settled)}`}
                marks={find.marks}
                drawn={marks}
                seeking={find.open}
                events={{
                  onEdit: (cells) => void edits.write(cells),
                  onSight: (top) => {
                    const first = Math.floor(top / GRID_ROW);
                    pages.see(first, first + ROWS_IN_SIGHT);
                  },
                  onResize: head.onResize,
                  onCopyMissing: (range) => void acts.copy(range),
                  isHere: (index) => pages.rows[index]?.row != null,
                }}
                onCutOff={acts.cutOff}
                onUndo={edits.undo}
                onRedo={edits.redo}
                onFillDown={(range) => void acts.fillDown(range)}
                onSelect={setChosen}
              />
            </div>
          </>
        )}
        {map.choosing && (
          <ChoosingNote input={map.choosing.label} onDone={() => map.choose(null)} />
        )}
      </div>
      <DraggedName dragged={map.dragged} />
      <MappingMenu
        at={map.menu}
        inputs={inputs}
        mapping={mapping}
        onChoose={(input) => {
          if (map.menu) map.give(map.menu.column, input);
        }}
        columns={columns}
        look={look}
        onLook={setLook}
        onClose={map.closeMenu}
      />
    </div>
  );
}
