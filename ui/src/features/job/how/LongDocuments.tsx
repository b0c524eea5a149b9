import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { EstimateView, LongDocumentView } from "@/bindings/contract";
import { State } from "@/components/State";
import { showCount } from "@/lib/numbers";
import classes from "./LongDocuments.module.css";

type Props = {
  split: boolean;
  /** What is known of the documents; undefined while it is worked out. */
  estimate: EstimateView | undefined;
  onChange: (split: boolean) => void;
};

/** Rows that are named; the others are counted. */
const NAMED = 20;

/** Whether documents that are too long for the model are read in parts, and which those are. */
export function LongDocuments({ split, estimate, onChange }: Props) {
  const { t } = useTranslation("job");
  const long = estimate?.long_documents ?? [];
  const window = estimate?.window_tokens ?? null;
  return (
    <div>
      <Switch
        label={t("how.split")}
        description={t(split ? "how.splitOn" : "how.splitOff")}
        checked={split}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {estimate && (
        <p className={classes.said} role="status">
          {window === null ? (
            t("how.windowUnknown")
          ) : long.length === 0 ? (
            t("how.allFit", { window: showCount(window) })
          ) : (
            <State shape={split ? "review" : "failed"} quiet>
              {t("how.tooLong", { count: long.length, window: showCount(window) })}
            </State>
          )}
        </p>
      )}
      {long.length > 0 && (
        <ul className={classes.list} aria-label={t("how.longList")}>
          {long.slice(0, NAMED).map((one) => (
            <li key={one.row} title={one.file}>
              <span className={classes.row}>{t("import.row", { row: one.row })}</span>
              <span>{sizeOf(one)}</span>
            </li>
          ))}
          {long.length > NAMED && <li>{t("import.more", { count: long.length - NAMED })}</li>}
        </ul>
      )}
    </div>
  );

  function sizeOf({ tokens, parts }: LongDocumentView): string {
    const shown = showCount(tokens);
    return parts === null
      ? t("how.longUncut", { tokens: shown })
      : t("how.longParts", { tokens: shown, count: parts });
  }
}
