import { IconArrowBackUp, IconPencil } from "@tabler/icons-react";
import type { TaskRow } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { shapeOfTask } from "@/lib/shapes";
import classes from "./VerdictMark.module.css";

type Props = { row: Pick<TaskRow, "outcome" | "needs_review" | "verdict"> };

/** What became of a row, as a mark: tick, pencil, sent back; a diamond needs a person, a ring only waits for one. */
export function VerdictMark({ row }: Props) {
  if (row.verdict === "corrected") {
    return <IconPencil className={classes.corrected} size={13} stroke={2} aria-hidden />;
  }
  if (row.verdict === "rejected") {
    return <IconArrowBackUp className={classes.rejected} size={13} stroke={2} aria-hidden />;
  }
  const shape = shapeOfTask(row);
  return <StateShape shape={shape === "done" && row.verdict === null ? "waiting" : shape} />;
}
