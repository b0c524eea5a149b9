import classes from "./ProgressBar.module.css";

/** A part of the bar; `done` is dark green (by rule, or all), `model` a lighter one beside it. */
type BarPart = {
  kind: "done" | "model" | "running" | "waiting" | "failed" | "paused" | "ended";
  count: number;
};

type Props = {
  parts: BarPart[];
  total: number;
  /** The sum in words, for screen readers. */
  label: string;
  /** 4 in navigation and lists, 10 where it is the subject. */
  height?: 4 | 10;
};

/** A run's rows by where they are, side by side; the parts always add up to the whole. */
export function ProgressBar({ parts, total, label, height = 10 }: Props) {
  return (
    <div className={classes.bar} style={{ height }} role="img" aria-label={label}>
      {parts
        .filter((part) => part.count > 0)
        .map((part) => (
          <i
            key={part.kind}
            className={classes.part}
            data-kind={part.kind}
            style={{ flexGrow: total > 0 ? part.count / total : 0 }}
          />
        ))}
    </div>
  );
}
