import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobRowsView, JobView, TableSummary } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Empty } from "@/components/Empty";
import { Loading } from "@/components/Loading";
import { Notice } from "@/components/Notice";
import { decidedWords } from "@/components/decidedWords";
import { coreWords } from "@/lib/coreWords";
import { useShortcuts } from "@/lib/shortcuts";
import { offerUndo } from "@/lib/undo";
import { problemWords } from "../import/problemWords";
import type { SaveJob } from "../useSaveJob";
import { columnShapes } from "./columnShapes";
import { gridColumns, rowNumbers, rowNumberWidth, type GridWords } from "./gridColumns";
import type { GridRange } from "./gridEvents";
import { columnOf } from "./gridRows";
import { inputOf, missingInputs, withColumn } from "./mapping";
import { MappingMenu } from "./MappingMenu";
import { GRID_ROW, TaskGrid } from "./TaskGrid";
import { TaskTools } from "./TaskTools";
import { quoteCell } from "./tsv";
import { useCellEdits } from "./useCellEdits";
import { lookWords } from "./lookWords";
import { useJobPages, type RowsLook } from "./useJobPages";
import classes from "./TaskList.module.css";

type Props = { job: JobView; table: TableSummary; save: SaveJob };

/** Rows as they are in the list. */
const PLAIN: RowsLook = { sort: null, filters: [] };

/** More rows than any screen shows. */
const ROWS_IN_SIGHT = 60;

/** The task list of a job: three views, search, the spreadsheet, and which column feeds which input. */
export function TaskList({ job, table, save }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const [view, setView] = useState<JobRowsView>("all");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, 200);
  const { columns, problems } = table;
  const { inputs, outputs, mapping } = job;
  const missing = missingInputs(inputs, mapping, columns);
  const unused = columns.filter((name) => inputOf(mapping, name) === null).length;
  // A wide table opens on what is used, if that is all there must be.
  const [usedOnly, setUsedOnly] = useState(
    missing.length === 0 && unused > 2 && unused < columns.length,
  );
  const [dragged, setDragged] = useState<Record<string, number>>({});
  const [menu, setMenu] = useState<{ column: string; head: HTMLElement } | null>(null);
  const numbersWidth = rowNumberWidth(table.rows);
  const { ref: frame, width: room } = useElementSize<HTMLDivElement>();
  const [look, setLook] = useState<RowsLook>(PLAIN);
  const [settled] = useDebouncedValue(look, 200);
  const [chosen, setChosen] = useState<GridRange | null>(null);
  const pages = useJobPages({ job: job.job, view, search, look: settled });
  const edits = useCellEdits(job.job, pages.rowAt);
  const undo = useRef(edits.undo);
  // Follows the offer to undo, which outlives this drawing.
  useEffect(() => {
    undo.current = edits.undo;
  });
  useShortcuts(t("keys.title"), [
    { keys: "mod+z", label: t("keys.undo"), run: edits.undo, enabled: edits.canUndo },
    { keys: "mod+shift+z", label: t("keys.redo"), run: edits.redo, enabled: edits.canRedo },
  ]);

  const words = useMemo<GridWords>(
    () => ({
      use: t("map.use"),
      notUsed: t("map.notUsed"),
      result: (label) => t("map.result", { label }),
      feeds: (column, input) =>
        input === null ? t("map.feedsNone", { column }) : t("map.feeds", { column, input }),
      decided: (row) => decidedWords(common, row.decides, row.rule),
      problem: (row) => {
        if (row.problem === null) return null;
        const known = problems.find((one) => one.blocks_row && one.row === row.source_row);
        return known ? problemWords(t, known) : coreWords(common, row.problem);
      },
    }),
    [t, common, problems],
  );
  const key = columns.join("\u0000");
  const [shaped, setShaped] = useState<{ key: string; shapes: ReturnType<typeof columnShapes> }>();
  if (pages.first && shaped?.key !== key) {
    setShaped({ key, shapes: columnShapes(columns, pages.first.rows) });
  }
  const shown = pages.first?.rows.some((row) => row.shown.slice(1).some((text) => text !== ""));
  const gridHead = useMemo(
    () =>
      gridColumns({
        columns,
        shapes: shaped?.shapes ?? [],
        dragged,
        feeds: columns.map((column) => {
          const name = inputOf(mapping, column);
          return name === null
            ? null
            : (inputs.find((input) => input.name === name)?.label ?? name);
        }),
        usedOnly,
        outputs,
        moreOutputs: shown ? outputs.map((_, index) => index).slice(1) : [],
        numbers: numbersWidth,
        room,
        words,
        onMap: (index, head) => {
          const column = columns[index];
          if (column !== undefined) setMenu({ column, head });
        },
      }),
    [
      columns,
      shaped,
      dragged,
      mapping,
      inputs,
      outputs,
      usedOnly,
      shown,
      numbersWidth,
      room,
      words,
      setMenu,
    ],
  );
  const numbers = useMemo(() => rowNumbers(words, numbersWidth), [words, numbersWidth]);

  const copyAll = async (range: GridRange) => {
    const props = gridHead
      .filter((column) => column.pin === undefined)
      .slice(range.x, range.x1 + 1);
    const indexes = Array.from({ length: range.y1 - range.y + 1 }, (_, at) => range.y + at);
    const rows = await Promise.all(indexes.map((index) => pages.rowAt(index)));
    const lines = rows.map((row) =>
      props
        .map(({ prop }) => quoteCell(row?.cells[Number(String(prop).slice(1))] ?? ""))
        .join("\t"),
    );
    await navigator.clipboard.writeText(lines.join("\n"));
  };

  const fillDown = async (range: GridRange) => {
    const first = await pages.rowAt(range.y);
    if (!first) return;
    const places = gridHead
      .filter((column) => column.pin === undefined)
      .slice(range.x, range.x1 + 1)
      .flatMap(({ prop }) => columnOf(prop) ?? []);
    await edits.write(
      rowsOf(range)
        .slice(1)
        .flatMap((index) =>
          places.map((column) => ({ index, column, text: first.cells[column] ?? "" })),
        ),
    );
  };
  const menuColumn = menu === null ? -1 : columns.indexOf(menu.column);

  return (
    <>
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
        chosen={chosen ? chosen.y1 - chosen.y + 1 : 0}
        onAddRow={() =>
          void edits.insertRows(chosen ? chosen.y1 + 1 : pages.rows.length, [columns.map(() => "")])
        }
        onRemoveRows={() => {
          if (!chosen) return;
          void edits.removeRows(rowsOf(chosen));
          offerUndo(t("rows.removed", { count: chosen.y1 - chosen.y + 1 }), () => undo.current());
          setChosen(null);
        }}
        look={lookWords(t, look, columns)}
        onPlain={() => setLook(PLAIN)}
      />
      {missing.length > 0 && (
        <div className={classes.notice}>
          <Notice shape="review">
            {t("map.missing", { inputs: missing.map((input) => input.label).join(", ") })}
          </Notice>
        </div>
      )}
      {edits.error && (
        <div className={classes.notice}>
          <ErrorNote error={edits.error} safe={t("grid.notSaved")} />
        </div>
      )}
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
            {pages.first.total === 0 && (
              <div className={classes.none}>
                <Empty title={search === "" ? t("grid.noneInView") : t("grid.noneFound")}>
                  {search === ""
                    ? t(`grid.noneInView_${view}`)
                    : t("grid.noneFoundText", { search })}
                </Empty>
              </div>
            )}
            <div className={classes.sheet} hidden={pages.first.total === 0}>
              <TaskGrid
                label={t("grid.label")}
                columns={gridHead}
                numbers={numbers}
                rows={pages.rows}
                scene={`${view} ${search} ${JSON.stringify(settled)}`}
                events={{
                  onEdit: (cells) => void edits.write(cells),
                  onCutOff: (count) => offerUndo(t("grid.cutOff", { count }), () => undo.current()),
                  onSight: (top) => {
                    const first = Math.floor(top / GRID_ROW);
                    pages.see(first, first + ROWS_IN_SIGHT);
                  },
                  onResize: (widths) => setDragged((now) => ({ ...now, ...widths })),
                  onCopyMissing: (range) => void copyAll(range),
                  isHere: (index) => pages.rows[index]?.row != null,
                }}
                onUndo={edits.undo}
                onRedo={edits.redo}
                onFillDown={(range) => void fillDown(range)}
                onSelect={setChosen}
              />
            </div>
          </>
        )}
      </div>
      <MappingMenu
        at={menu}
        inputs={inputs}
        mapping={mapping}
        onChoose={(input) => {
          if (menu) save.change({ mapping: withColumn(mapping, menu.column, input) });
        }}
        onSort={(descending) =>
          setLook((now) => ({ ...now, sort: { column: menuColumn, descending } }))
        }
        filter={look.filters.find((one) => one.column === menuColumn)?.text ?? ""}
        onFilter={(text) =>
          setLook((now) => ({
            ...now,
            filters: [
              ...now.filters.filter((one) => one.column !== menuColumn),
              ...(text === "" ? [] : [{ column: menuColumn, text }]),
            ],
          }))
        }
        onClose={() => setMenu(null)}
      />
    </>
  );
}

/** The places of the rows of a range. */
function rowsOf(range: GridRange): number[] {
  return Array.from({ length: range.y1 - range.y + 1 }, (_, at) => range.y + at);
}
