import classes from "./DraggedName.module.css";
import type { Dragged } from "./useDragMap";

type Props = { dragged: Dragged | null };

/** The name of what is dragged, beside the pointer. */
export function DraggedName({ dragged }: Props) {
  if (!dragged) return null;
  return (
    <span aria-hidden className={classes.name} style={{ left: dragged.x, top: dragged.y }}>
      {dragged.label}
    </span>
  );
}
