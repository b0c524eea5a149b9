import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Money, RunView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { MoneyField } from "@/components/MoneyField";
import { compareUsd, showUsd } from "@/lib/money";
import classes from "./Asking.module.css";
import { moneyParts } from "./moneyParts";
import { raiseTo } from "./raiseTo";
import type { RunActs } from "./useRunActs";

type Props = { run: RunView; acts: RunActs; onClose: () => void };

/** Asks before more money may be spent: what the budget is, and what it shall be. */
export function RaiseBudget({ run, acts, onClose }: Props) {
  const { t } = useTranslation(["run", "common"]);
  const budget = run.budget_usd ?? "0";
  const [amount, setAmount] = useState<Money | null>(() => raiseTo(run));
  const parts = moneyParts(run, budget);
  const low = amount === null || compareUsd(amount, budget) <= 0;
  const atBudget = run.state === "paused" && run.reason === "budget";
  const act = () => {
    if (amount !== null && !low) acts.raise(amount, atBudget, onClose);
  };
  const words = { amount: showUsd(amount) };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("raise.title")}
      size={420}
      closeButtonProps={{ "aria-label": t("common:do.close") }}
    >
      <div className={classes.ask}>
        <p>
          {t("raise.now", parts)}
          {run.more_needed_usd !== null &&
            ` ${t("raise.more", { more: showUsd(run.more_needed_usd) })}`}
        </p>
        <MoneyField
          label={t("raise.field")}
          aside={t("raise.never")}
          value={amount}
          onCommit={setAmount}
          invalid={t("raise.invalid")}
          error={low ? t("raise.tooLow", { budget: parts.budget }) : undefined}
        />
        {acts.raiseError !== null && <ErrorNote error={acts.raiseError} />}
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("common:do.cancel")}</Button>
          <Button variant="filled" disabled={low || acts.busy} onClick={act}>
            {atBudget ? t("raise.actAndGoOn", words) : t("raise.act", words)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
