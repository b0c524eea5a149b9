import { useTranslation } from "react-i18next";
import classes from "./RunName.module.css";

type Props = { name: string; number: number };

/** A run by its name and number. Where it is narrow the name gives way, never the number that tells runs apart. */
export function RunName({ name, number }: Props) {
  const { t } = useTranslation("run");
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.number}>{t("named", { name: "", number })}</span>
    </>
  );
}
