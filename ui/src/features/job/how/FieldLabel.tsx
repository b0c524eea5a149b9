import type { ReactNode } from "react";
import classes from "./FieldLabel.module.css";

type Props = {
  children: ReactNode;
  /** At the right, lighter. */
  aside?: ReactNode;
  /** The field it names. */
  htmlFor?: string;
  id?: string;
};

/** The name of a field, and at its right what one should know before filling it. */
export function FieldLabel({ children, aside, htmlFor, id }: Props) {
  return (
    <div className={classes.line}>
      {htmlFor === undefined ? (
        <span id={id}>{children}</span>
      ) : (
        <label htmlFor={htmlFor} id={id}>
          {children}
        </label>
      )}
      {aside !== undefined && <span className={classes.aside}>{aside}</span>}
    </div>
  );
}
