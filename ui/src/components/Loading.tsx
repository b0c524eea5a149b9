import { useTranslation } from "react-i18next";
import classes from "./Loading.module.css";

type Props = {
  /** Lines to draw. */
  lines?: number;
  /** Rows that are being read, if known. */
  count?: number;
  /** 26, 32 or 44, as the lines that will come. */
  height?: 26 | 32 | 44;
  /** `once`: the wait is over already. */
  at?: "once" | "150 ms";
};

const WIDTHS = [60, 72, 54, 66, 48, 70, 58];

/** The page's own lines while its content loads; they appear after 150 ms. No spinner. */
export function Loading({ lines = 7, count, height = 32, at = "150 ms" }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.loading} data-at={at} role="status">
      <span className={classes.said}>
        {count === undefined ? t("loading") : t("loadingRows", { count })}
      </span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes.line} style={{ height }} aria-hidden="true">
          <i style={{ width: 22 }} />
          <i style={{ width: `${WIDTHS[line % WIDTHS.length] ?? 60}%` }} />
          <i style={{ width: `${WIDTHS[(line + 3) % WIDTHS.length] ?? 50}%` }} />
          <i style={{ width: 44, justifySelf: "end" }} />
        </div>
      ))}
    </div>
  );
}
