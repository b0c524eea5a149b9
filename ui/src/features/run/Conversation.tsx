import { useTranslation } from "react-i18next";
import type { RunDetail, Transcript } from "@/bindings/contract";
import { DecidedBy } from "@/components/DecidedBy";
import { PartedText } from "@/components/PartedText";
import { State } from "@/components/State";
import { beginning } from "@/lib/longText";
import { NONE } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import { useCoreWords } from "@/lib/useCoreWords";
import classes from "./Conversation.module.css";
import { outcomeKey } from "./outcomeKey";
import { RowState } from "./RowState";
import { Turn } from "./Turn";

type Props = { detail: RunDetail; transcript: Transcript };

/** The row, what came out of it, and every exchange about it. */
export function Conversation({ detail, transcript }: Props) {
  const { t } = useTranslation(["run", "common"]);
  const core = useCoreWords();
  const { row, turns } = transcript;
  const tries = new Set(turns.map((turn) => turn.attempt)).size;
  const quiet =
    turns.length > 0
      ? null
      : row.by === "rule"
        ? t("transcript.byRule")
        : row.outcome === "waiting"
          ? t("transcript.notYet")
          : row.outcome === "at_work"
            ? t("transcript.inFlight")
            : null;
  const used =
    detail.used_columns.length > 0 ? detail.used_columns : detail.columns.map((_, at) => at);
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t("transcript.rowName")}</dt>
        <dd>{showCount(row.source_row)}</dd>
        {used.map((column) => (
          <Fact key={column} name={detail.columns[column] ?? ""} text={row.cells[column] ?? ""} />
        ))}
        <dt>{t("transcript.outcome")}</dt>
        <dd>
          <RowState row={row} practice={detail.run.practice} />
        </dd>
        {row.by !== null && (
          <>
            <dt>{t("transcript.rules")}</dt>
            <dd>
              <DecidedBy by={row.by} rule={row.rule} />
            </dd>
          </>
        )}
      </dl>
      {row.shown.length > 0 && (
        <dl className={classes.facts}>
          {detail.outputs.map((output, at) => (
            <Fact key={output.name} name={output.label} text={row.shown[at] ?? ""} whole />
          ))}
        </dl>
      )}
      {row.problem !== null && (
        <div className={classes.problem}>
          <State shape="failed">{t(`common:outcome.${outcomeKey(row.outcome)}`)}</State>
          <p>{core(row.problem)}</p>
        </div>
      )}
      {quiet !== null && <p className={classes.quiet}>{quiet}</p>}
      {turns.map((turn) => (
        <Turn
          key={`${turn.attempt} ${turn.turn}`}
          turn={turn}
          several={tries > 1}
          outputs={detail.outputs}
        />
      ))}
    </>
  );
}

function Fact({ name, text, whole = false }: { name: string; text: string; whole?: boolean }) {
  return (
    <>
      <dt title={name}>{name}</dt>
      <dd className={whole ? undefined : classes.cut} title={beginning(text)}>
        {text === "" ? NONE : whole ? <PartedText text={text} /> : beginning(text)}
      </dd>
    </>
  );
}
