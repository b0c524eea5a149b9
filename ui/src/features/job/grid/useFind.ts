import { useThrottledValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { FoundCell } from "@/bindings/contract";
import { useCall } from "@/data/useCall";
import type { Marks } from "./foundMarks";
import type { RowsLook } from "./useJobPages";

/** Looking for text in the cells of the view. */
export type Find = {
  /** True while the field is open. */
  open: boolean;
  text: string;
  /** Places that were found; null: nothing is looked for, or the first answer is on its way. */
  count: number | null;
  /** True if there are more places than can be gone to. */
  more: boolean;
  /** The place that was gone to, from 1; 0: none. */
  at: number;
  marks: Marks;
  start: () => void;
  type: (text: string) => void;
  /** Goes to the next place (1) or the one before (-1), around the end. */
  go: (step: 1 | -1) => void;
  close: () => void;
};

type Asked = {
  job: string;
  view: "all" | "by_rule" | "by_model";
  search: string;
  look: RowsLook;
  /** Columns of the list that are shown; places in others are passed over. */
  columns: number[];
  /** The row to begin at: the first place there or below is gone to first. */
  from: number;
};

const NOTHING: FoundCell[] = [];
/** The host is asked at once, and then at most once in so many ms. */
const PAUSE = 60;

/** Finds text in the cells of a job, in the rows that are looked at and in their order. */
export function useFind(asked: Asked): Find {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const settled = useThrottledValue(text, PAUSE);
  const [gone, setGone] = useState<{ text: string; at: number } | null>(null);
  const wanted = open && text !== "" ? settled.trim() : "";
  const query = useCall(
    "job/find",
    { ...lookOf(asked), text: wanted },
    { enabled: wanted !== "", keepPrevious: true },
  );
  const data = wanted === "" ? undefined : query.data;
  const shown = asked.columns.join();
  const cells = useMemo(() => {
    if (!data) return NOTHING;
    const columns = new Set(shown.split(",").map(Number));
    return data.cells.filter((cell) => columns.has(cell.column));
  }, [data, shown]);
  const first = cells.findIndex((cell) => cell.row >= asked.from);
  const index =
    gone?.text === wanted ? Math.min(gone.at, cells.length - 1) : first >= 0 ? first : 0;
  const here = cells[index];
  const row = here?.row ?? null;
  const column = here?.column ?? null;
  const marks = useMemo<Marks>(
    () => ({ text: wanted, here: row === null || column === null ? null : { row, column } }),
    [wanted, row, column],
  );
  return {
    open,
    text,
    count: data ? cells.length : null,
    more: data !== undefined && data.total > data.cells.length,
    at: here ? index + 1 : 0,
    marks,
    start: () => setOpen(true),
    type: setText,
    go: (step) => {
      if (cells.length === 0) return;
      setGone({ text: wanted, at: (index + step + cells.length) % cells.length });
    },
    close: () => {
      setOpen(false);
      setGone(null);
    },
  };
}

function lookOf({ job, view, search, look }: Asked) {
  const { sort, filters } = look;
  return { job, view, search, filters, ...(sort ? { sort } : {}) };
}
