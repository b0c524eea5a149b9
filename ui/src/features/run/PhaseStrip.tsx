import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { showCount } from "@/lib/numbers";
import { phasesOf } from "./phases";
import classes from "./PhaseStrip.module.css";

type Props = { run: RunView };

/** The stages every row passes, side by side. */
export function PhaseStrip({ run }: Props) {
  const { t } = useTranslation("run");
  return (
    <section className={classes.section} aria-label={t("phases.label")}>
      <ol className={classes.strip}>
        {phasesOf(run).map((phase) => (
          <li key={phase.key} className={classes.phase} data-now={phase.now}>
            <StateShape shape={phase.shape} />
            <span className={classes.name}>{t(`phases.${phase.key}`)}</span>
            <span className={classes.count}>
              {showCount(phase.count)}
              <span className={classes.of}>{t("phases.of", { total: phase.total })}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
