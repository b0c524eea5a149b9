import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Money, RunView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { MoneyField } from "@/components/MoneyField";
import { Panel } from "@/components/Panel";
import { compareUsd, showUsd } from "@/lib/money";
import classes from "./Asking.module.css";
import { moneyParts } from "./moneyParts";
import { raiseTo } from "./raiseTo";
import type { RunActs } from "./useRunActs";

type Props = { run: RunView; acts: RunActs; onClose: () => void };

/** Asks before more money may be spent, beside the running numbers: what the budget is, and what it shall be. */
export function RaiseBudget({ run, acts, onClose }: Props) {
  const { t } = useTranslation(["run", "common"]);
  const budget = run.budget_usd ?? "0";
  const [amount, setAmount] = useState<Money | null>(() => raiseTo(run));
  const parts = moneyParts(run, budget);
  const low = amount === null || compareUsd(amount, budget) <= 0;
  const atBudget = run.state === "paused" && run.reason === "budget";
  const words = { amount: showUsd(amount) };
  return (
    <Panel
      place="side"
      label={t("raise.title")}
      title={t("raise.title")}
      foot={
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("common:do.cancel")}</Button>
          <Button
            variant="filled"
            disabled={low || acts.busy}
            onClick={() => {
              if (amount !== null) acts.raise(amount, atBudget, onClose);
            }}
          >
            {atBudget ? t("raise.actAndGoOn", words) : t("raise.act", words)}
          </Button>
        </div>
      }
    >
      <div className={classes.ask} ref={focusField}>
        <p>{t("raise.now", parts)}</p>
        {run.more_needed_usd !== null && (
          <p>{t("raise.more", { more: showUsd(run.more_needed_usd) })}</p>
        )}
        <MoneyField
          label={t("raise.field")}
          aside={t("raise.never")}
          value={amount}
          onCommit={setAmount}
          invalid={t("raise.invalid")}
          error={low ? t("raise.tooLow", { budget: parts.budget }) : undefined}
        />
        {acts.raiseError !== null && <ErrorNote error={acts.raiseError} />}
      </div>
    </Panel>
  );
}

/** The keyboard goes where the answer is typed. */
function focusField(place: HTMLElement | null): void {
  place?.querySelector("input")?.select();
}
