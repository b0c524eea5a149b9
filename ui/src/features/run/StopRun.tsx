import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { compareUsd, showUsd } from "@/lib/money";
import classes from "./Asking.module.css";
import type { RunActs } from "./useRunActs";

type Props = { run: RunView; acts: RunActs; onClose: () => void };

/** Asks before a run is ended for good: what is kept, what is lost. */
export function StopRun({ run, acts, onClose }: Props) {
  const { t } = useTranslation(["run", "common"]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("stop.title")}
      size={420}
      closeButtonProps={{ "aria-label": t("common:do.close") }}
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
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("stop.keep")}</Button>
          <Button variant="filled" disabled={acts.busy} onClick={() => acts.stop(onClose)}>
            {run.reason === "budget" ? t("stop.actFinish") : t("stop.act")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
