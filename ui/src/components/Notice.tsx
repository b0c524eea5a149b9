import type { ReactNode } from "react";
import classes from "./Notice.module.css";
import { StateShape, type Shape } from "./StateShape";

type Props = {
  shape: Shape;
  children: ReactNode;
  /** One button, of size `sm`. */
  action?: ReactNode;
  /** True: read out at once. */
  urgent?: boolean;
};

/** A tinted strip: shape, one line, one button. */
export function Notice({ shape, children, action, urgent = false }: Props) {
  return (
    <div className={classes.notice} data-state={shape} role={urgent ? "alert" : "status"}>
      <StateShape shape={shape} />
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  );
}
