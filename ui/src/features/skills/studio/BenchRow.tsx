import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldView, TaskRow } from "@/bindings/contract";
import { DecidedBy } from "@/components/DecidedBy";
import { StateShape, type Shape } from "@/components/StateShape";
import { useCall } from "@/data/useCall";
import { showUsd } from "@/lib/money";
import { useCoreWords } from "@/lib/useCoreWords";
import classes from "./Bench.module.css";

type Props = { run: string; row: TaskRow; outputs: FieldView[] };

/** One row of a trial. */
export function BenchRow({ run, row, outputs }: Props) {
  const { t } = useTranslation("studio");
  const core = useCoreWords();
  const [opened, setOpened] = useState(false);
  const seen = useCall("run/transcript", { run, task: row.task }, { enabled: opened });
  return (
    <article className={classes.result}>
      <header className={classes.head}>
        <StateShape shape={shapeOf(row.outcome)} />
        <b title={row.cells.join("\n")}>
          {row.cells[0] ?? t("bench.row", { row: row.source_row })}
        </b>
        <DecidedBy by={row.by} rule={row.rule} />
        <span className={classes.cost}>{showUsd(row.cost_usd, 4)}</span>
      </header>
      <dl className={classes.values}>
        {outputs.map((output, at) => (
          <div key={output.name}>
            <dt>{output.label}</dt>
            <dd>{row.shown[at] ?? ""}</dd>
          </div>
        ))}
      </dl>
      {row.problem !== null && <p className={classes.problem}>{core(row.problem)}</p>}
      {row.findings.map((finding) => (
        <p key={`${finding.field} ${finding.check}`} className={classes.problem}>
          {core(finding.message)}
        </p>
      ))}
      <details onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>{t("bench.saw")}</summary>
        {seen.data?.turns.length === 0 && <p className={classes.about}>{t("bench.noModel")}</p>}
        {seen.data?.turns.map((turn) => (
          <div key={`${turn.attempt} ${turn.turn}`}>
            <p className={classes.about}>
              {t(turn.second > 0 ? "bench.second" : "bench.asked", { model: turn.model })}
            </p>
            <pre className={classes.prompt}>{seen.data.told[turn.second] ?? ""}</pre>
            <pre className={classes.prompt}>{turn.prompt}</pre>
            <p className={classes.about}>{t("bench.reply")}</p>
            <pre className={classes.prompt}>{turn.reply}</pre>
          </div>
        ))}
      </details>
    </article>
  );
}

function shapeOf(outcome: string): Shape {
  if (outcome === "done") return "done";
  if (outcome === "waiting") return "waiting";
  return outcome === "at_work" ? "running" : "failed";
}
