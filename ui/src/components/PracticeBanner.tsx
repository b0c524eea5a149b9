import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./PracticeBanner.module.css";
import { StateShape } from "./StateShape";

type Props = {
  /** At the right: a small button. */
  action?: ReactNode;
};

/** The hatched violet banner under the head of everything that is practice. */
export function PracticeBanner({ action }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.banner} role="note">
      <StateShape shape="practice" />
      <p className={classes.text}>
        <b>{t("practice.title")}</b> {t("practice.text")}
      </p>
      {action}
    </div>
  );
}
