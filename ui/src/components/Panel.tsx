import { CatchBoundary } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { CrashNote } from "./CrashNote";
import classes from "./Panel.module.css";

type Props = {
  /** Name for screen readers and F6. */
  label: string;
  /** Head of the panel: title at the left, more at the right; none: no head. */
  title?: ReactNode;
  /** At the right of the head. */
  aside?: ReactNode;
  children: ReactNode;
  /** Stays at the foot while the middle scrolls; the place of a panel's main action. */
  foot?: ReactNode;
  /**
   * `side` is the panel at the right of a screen, `main` takes what is left, `list` a queue at the left; `queue` and
   * `form` are the two sides of review, which narrow with the window.
   */
  place?: "side" | "main" | "list" | "queue" | "form";
  /** False: the body is a frame without padding, for tables and lists. */
  padded?: boolean;
  /** True: the body is read and nothing in it takes the focus, so that it takes it itself, to be scrolled by keyboard. */
  reading?: boolean;
};

/** A pane of a screen: head, a body that scrolls alone, foot. F6 goes from one to the next. */
export function Panel({
  label,
  title,
  aside,
  children,
  foot,
  place = "main",
  padded = true,
  reading = false,
}: Props) {
  return (
    <section
      className={classes.panel}
      data-place={place}
      data-pane
      tabIndex={-1}
      aria-label={label}
    >
      {(title !== undefined || aside !== undefined) && (
        <header className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          <div className={classes.aside}>{aside}</div>
        </header>
      )}
      <div
        className={clsx(classes.body, padded && classes.padded)}
        {...(reading ? { tabIndex: 0, role: "group", "aria-label": label } : {})}
      >
        <CatchBoundary getResetKey={() => label} errorComponent={CrashNote}>
          {children}
        </CatchBoundary>
      </div>
      {foot !== undefined && <footer className={classes.foot}>{foot}</footer>}
    </section>
  );
}
