import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { TaskRow } from "@/bindings/contract";
import { DecidedBy } from "@/components/DecidedBy";
import { useCall } from "@/data/useCall";
import { beginning } from "@/lib/longText";
import { showCount } from "@/lib/numbers";
import classes from "./AlikeRows.module.css";
import type { QueueColumns } from "./queueColumns";
import { VerdictMark } from "./VerdictMark";

/** Only a row the person rests on is compared with others. */
const SETTLED_MS = 350;
const SHOWN = 8;
/** Letters of a text that other rows may have too. */
const MOST_LOOKED_FOR = 2000;

type Props = {
  run: string;
  row: TaskRow;
  columns: QueueColumns;
  /** False while it is not known whether the row has a document, which is the better source. */
  wanted: boolean;
};

/** Other rows of the run that say the same, with their results: the quickest check there is. */
export function AlikeRows({ run, row, columns, wanted }: Props) {
  const { t } = useTranslation("review");
  const whole = row.cells[columns.label] ?? "";
  // Nobody writes pages twice; they are not looked for.
  const text = whole.length > MOST_LOOKED_FOR ? "" : whole.trim();
  const [settled] = useDebouncedValue(text, SETTLED_MS);
  const query = useCall(
    "run/rows",
    { run, filter: "all", search: settled, offset: 0, limit: SHOWN + 1 },
    { enabled: wanted && settled !== "" && settled === text },
  );
  if (settled !== text || text === "" || !query.data) return <div className={classes.rest} />;
  const others = query.data.rows.filter((other) => other.task !== row.task).slice(0, SHOWN);
  const more = query.data.total - 1;
  return (
    <section className={classes.rest} aria-label={t("source.alike")}>
      <header className={classes.head}>
        <h2>{t("source.alike")}</h2>
        <span className={classes.what} title={beginning(text)}>
          {beginning(text)}
        </span>
        <span className={classes.count}>{showCount(more)}</span>
      </header>
      {others.length === 0 ? (
        <p className={classes.none}>{t("source.noAlike")}</p>
      ) : (
        <ul>
          {others.map((other) => (
            <li key={other.task} className={classes.row}>
              <VerdictMark row={other} />
              <span className={classes.number}>{showCount(other.source_row)}</span>
              <span className={classes.result} title={other.shown[0] ?? ""}>
                {other.shown[0] ?? t("source.noResult")}
              </span>
              <span className={classes.amount}>
                {columns.amount === null ? "" : other.cells[columns.amount]}
              </span>
              <span className={classes.by}>
                <DecidedBy by={other.by} rule={other.rule} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
