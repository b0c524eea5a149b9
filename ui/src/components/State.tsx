import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./State.module.css";
import { StateShape, type Shape } from "./StateShape";

type Props = {
  shape: Shape;
  /** What is said; left out, the state's own word. */
  children?: ReactNode;
  /** True: a tinted tag, for heads of panels. */
  tag?: boolean;
  /** True: the word in plain ink, where the shape's colour is enough. */
  quiet?: boolean;
};

/** A state: shape, then word, then colour. */
export function State({ shape, children, tag = false, quiet = false }: Props) {
  const { t } = useTranslation();
  return (
    <span
      className={clsx(classes.state, tag && classes.tag, quiet && classes.quiet)}
      data-state={shape}
    >
      <StateShape shape={shape} />
      <span className={classes.word}>{children ?? t(`state.${shape}`)}</span>
    </span>
  );
}
