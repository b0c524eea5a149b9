import type { ReactNode } from "react";
import { useId } from "react";
import classes from "./Segmented.module.css";

/** One choice. */
type Segment<V extends string> = { value: V; label: ReactNode };

type Props<V extends string> = {
  /** What is chosen, for screen readers. */
  label: string;
  segments: Segment<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A few choices side by side, one of them taken; arrows move between them. */
export function Segmented<V extends string>({ label, segments, value, onChange }: Props<V>) {
  const name = useId();
  return (
    <div className={classes.segmented} role="radiogroup" aria-label={label}>
      {segments.map((segment) => (
        <label key={segment.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </div>
  );
}
