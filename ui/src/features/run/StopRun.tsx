import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Panel } from "@/components/Panel";
import { compareUsd, showUsd } from "@/lib/money";
import classes from "./Asking.module.css";
import type { RunActs } from "./useRunActs";

type Props = { run: RunView; acts: RunActs; onClose: () => void };

/** Asks before a run is ended for good, beside the running numbers: what is kept, what is lost. */
export function StopRun({ run, acts, onClose }: Props) {
  const { t } = useTranslation("run");
  return (
    <Panel
      place="side"
      label={t("stop.title")}
      title={t("stop.title")}
      foot={
        <div className={classes.actions}>
          <Button ref={focusKeep} onClick={onClose}>
            {t("stop.keep")}
          </Button>
          <Button variant="filled" disabled={acts.busy} onClick={() => acts.stop(onClose)}>
            {run.reason === "budget" ? t("stop.actFinish") : t("stop.act")}
          </Button>
        </div>
      }
    >
      <div className={classes.ask}>
        <ul className={classes.list}>
          <li>{t("stop.kept", { count: run.tasks.done })}</li>
          <li>{t("stop.lost", { count: run.tasks.waiting })}</li>
          {compareUsd(run.reserved_usd, "0") > 0 && (
            <li>{t("stop.held", { held: showUsd(run.reserved_usd) })}</li>
          )}
          <li>{t("stop.final")}</li>
        </ul>
        {acts.stopError !== null && <ErrorNote error={acts.stopError} />}
      </div>
    </Panel>
  );
}

/** Enter, pressed by mistake, keeps the run. */
function focusKeep(button: HTMLButtonElement | null): void {
  button?.focus();
}
