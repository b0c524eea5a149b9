import type { ReactNode } from "react";
import classes from "./Strip.module.css";

/** One cell of the strip. */
type StripCell = {
  key: string;
  label: ReactNode;
  /** At the right of the label. */
  aside?: ReactNode;
  /** A `Num` or `Cost` of size `big`. */
  value: ReactNode;
  /** The line below; a meter or a sentence. */
  note?: ReactNode;
};

type Props = {
  label: string;
  cells: StripCell[];
  /** Grid columns, as CSS; left out, all alike. */
  columns?: string;
};

/** The strip of large numbers; at most one a screen. */
export function Strip({ label, cells, columns }: Props) {
  return (
    <section
      className={classes.strip}
      aria-label={label}
      style={{ gridTemplateColumns: columns ?? `repeat(${cells.length}, minmax(0, 1fr))` }}
    >
      {cells.map((cell) => (
        <div key={cell.key} className={classes.cell}>
          <div className={classes.top}>
            <h2 className={classes.label}>{cell.label}</h2>
            {cell.aside !== undefined && <span className={classes.aside}>{cell.aside}</span>}
          </div>
          <p className={classes.value}>{cell.value}</p>
          <div className={classes.note}>{cell.note}</div>
        </div>
      ))}
    </section>
  );
}
