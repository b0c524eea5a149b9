import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { ProgressBar } from "@/components/ProgressBar";
import { StateShape } from "@/components/StateShape";
import { showCount } from "@/lib/numbers";
import { runStateKey, shapeOfRun } from "@/lib/shapes";
import classes from "./OpenRuns.module.css";

type Props = { runs: RunView[] };

/** What is at work or not finished, at the foot of the navigation; a click opens the run. */
export function OpenRuns({ runs }: Props) {
  const { t } = useTranslation();
  if (runs.length === 0) return <div className={classes.nothing} />;
  const atWork = runs.some((run) => run.state === "running");
  return (
    <section className={classes.runs}>
      <h2 className={classes.title}>{atWork ? t("nav.atWork") : t("nav.unfinished")}</h2>
      <ul>
        {runs.slice(0, 6).map((run) => (
          <li key={run.run}>
            <Link
              to="/runs/$run"
              params={{ run: run.run }}
              className={classes.run}
              title={`${run.name}: ${t(`runState.${runStateKey(run)}`)}`}
            >
              <span className={classes.line}>
                <StateShape shape={shapeOfRun(run)} />
                <span className={classes.name}>{run.name}</span>
                <span className={classes.count}>
                  {showCount(run.tasks.done)}/{showCount(run.tasks.total)}
                </span>
              </span>
              <ProgressBar
                height={4}
                total={run.tasks.total}
                label={t(`runState.${runStateKey(run)}`)}
                parts={[
                  { kind: run.state === "running" ? "done" : "paused", count: run.tasks.done },
                  { kind: "running", count: run.at_work },
                  { kind: "failed", count: run.tasks.failed },
                  { kind: "waiting", count: run.tasks.waiting - run.at_work },
                ]}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
