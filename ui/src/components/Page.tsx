import type { ReactNode } from "react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Page.module.css";
import { UndoToast } from "./UndoToast";

type Props = {
  /** The screen above this one, a link; stands before the title with a stroke. */
  where?: ReactNode;
  title: string;
  /** Stands in place of the title in the head, for a name that can be edited there. */
  heading?: ReactNode;
  /** After the title: a `State` with `tag`, or a light note such as a date. */
  state?: ReactNode;
  /** At the right, the main action last. */
  actions?: ReactNode;
  /** Under the head, over all panes: practice banner, notices. */
  banner?: ReactNode;
  /** The panes, side by side. */
  children: ReactNode;
};

/** A screen: head, banner, panes. Every feature's screen is one `Page`. */
export function Page({ where, title, heading, state, actions, banner, children }: Props) {
  const { t } = useTranslation();
  // Follows the window's title.
  useEffect(() => {
    document.title = `${title} · ${t("app")}`;
  }, [title, t]);
  return (
    <>
      <header className={classes.head}>
        {where !== undefined && <span className={classes.where}>{where}</span>}
        <div className={classes.names}>
          {heading ?? (
            <h1 className={classes.title} title={title}>
              {title}
            </h1>
          )}
          {state !== undefined && <span className={classes.state}>{state}</span>}
        </div>
        <div className={classes.actions}>{actions}</div>
      </header>
      <main className={classes.main}>
        {banner}
        <div className={classes.panes}>{children}</div>
        <UndoToast />
      </main>
    </>
  );
}
