import type { ReactNode } from "react";
import classes from "./Sum.module.css";

/** One part of a sum. */
export type SumPart = { key: string; value: ReactNode; label: ReactNode };

type Props = { label: string; parts: SumPart[]; total: SumPart };

/** Numbers that add up on screen: `473 + 64 + 60 + 3 = 600`, each with its word below. */
export function Sum({ label, parts, total }: Props) {
  return (
    <dl className={classes.sum} aria-label={label}>
      {parts.map((part, index) => (
        <div key={part.key} className={classes.part} data-op={index === 0 ? "" : "+"}>
          <dd className={classes.value}>{part.value}</dd>
          <dt className={classes.word}>{part.label}</dt>
        </div>
      ))}
      <div className={classes.part} data-op="=">
        <dd className={classes.value}>{total.value}</dd>
        <dt className={classes.word}>{total.label}</dt>
      </div>
    </dl>
  );
}
