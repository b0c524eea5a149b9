import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./MoreWays.module.css";

type Props = {
  /** True if something inside is not as everybody has it: then it is shown from the start. */
  used: boolean;
  children: ReactNode;
};

/** What most people leave alone, out of the way until it is wanted. */
export function MoreWays({ used, children }: Props) {
  const { t } = useTranslation("job");
  const [open, setOpen] = useState(used);
  return (
    <details
      className={classes.more}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("how.more")}</summary>
      <div className={classes.inside}>{children}</div>
    </details>
  );
}
