import type { ReactNode } from "react";
import classes from "./Empty.module.css";

type Props = {
  title: ReactNode;
  /** One sentence: what to do, or why there is nothing. */
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
};

/** Nothing here yet: a faint outline of what will be, one sentence, one action. */
export function Empty({ title, children, action }: Props) {
  return (
    <div className={classes.empty}>
      <div className={classes.ghost} aria-hidden="true">
        {Array.from({ length: 6 }, (_, cell) => (
          <i key={cell} />
        ))}
      </div>
      <h2>{title}</h2>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
