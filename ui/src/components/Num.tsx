import type { ReactNode } from "react";
import { showCount } from "@/lib/numbers";
import classes from "./Num.module.css";

type Props = {
  /** A count is grouped; text is shown as it is; none is a dash. */
  value: number | string | null | undefined;
  /** Stands after the number, smaller and lighter. */
  unit?: ReactNode;
  /** `big` is the one number a screen is about, `mid` a number in a sum. */
  size?: "big" | "mid" | "text";
};

/** A number in tabular figures with its unit. */
export function Num({ value, unit, size = "text" }: Props) {
  return (
    <span className={classes.num} data-size={size}>
      {typeof value === "string" ? value : showCount(value)}
      {unit !== undefined && <span className={classes.unit}>{unit}</span>}
    </span>
  );
}
