import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Money, RunView } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { ErrorNote } from "@/components/ErrorNote";
import { useAct } from "@/data/useAct";
import { showUsd } from "@/lib/money";
import classes from "./RaiseBudget.module.css";

type Props = { run: RunView; to: Money; opened: boolean; onClose: () => void };

/** Money is raised only after a question: from what, to what, and that it is the most. */
export function RaiseBudget({ run, to, opened, onClose }: Props) {
  const { t } = useTranslation(["home", "common"]);
  const budget = useAct("run/set_budget");
  const resume = useAct("run/resume");
  const raise = () =>
    budget.mutate(
      { run: run.run, budget_usd: to },
      { onSuccess: () => resume.mutate({ run: run.run }, { onSuccess: onClose }) },
    );
  const error = budget.error ?? resume.error;
  return (
    <Dialog opened={opened} onClose={onClose} title={t("raise.title")}>
      <p>{t("raise.text", { name: run.name, from: showUsd(run.budget_usd), to: showUsd(to) })}</p>
      {error && <ErrorNote error={error} />}
      <div className={classes.actions}>
        <Button onClick={onClose}>{t("common:do.cancel")}</Button>
        <Button
          variant="filled"
          onClick={raise}
          disabled={budget.isPending || resume.isPending}
          data-autofocus
        >
          {t("raise.do")}
        </Button>
      </div>
    </Dialog>
  );
}
