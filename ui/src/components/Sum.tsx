import type { ReactNode } from "react";
import classes from "./Sum.module.css";

/** One part of a sum. */
type SumPart = { key: string; value: ReactNode; label: ReactNode };

type Props = {
  label: string;
  parts: SumPart[];
  total: SumPart;
  /** Characters every number keeps free, so that nothing moves while the numbers run. */
  reserve?: number;
  /** Less room around the signs, where two sums share a line. */
  tight?: boolean;
};

/** Numbers that add up on screen: `473 + 64 + 60 + 3 = 600`, each with its word below. */
export function Sum({ label, parts, total, reserve = 0, tight = false }: Props) {
  const room = { minWidth: `${reserve}ch` };
  return (
    <dl className={classes.sum} data-tight={tight} aria-label={label}>
      {parts.map((part, index) => (
        <div key={part.key} className={classes.part} data-op={index === 0 ? "" : "+"}>
          <dd className={classes.value} style={room}>
            {part.value}
          </dd>
          <dt className={classes.word}>{part.label}</dt>
        </div>
      ))}
      <div className={classes.part} data-op="=">
        <dd className={classes.value} style={room}>
          {total.value}
        </dd>
        <dt className={classes.word}>{total.label}</dt>
      </div>
    </dl>
  );
}
