import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { StateShape } from "@/components/StateShape";
import { useAct } from "@/data/useAct";
import { showUsd } from "@/lib/money";
import { providerOf, providerTitle } from "@/lib/providers";
import { failedOutcomes } from "@/lib/failedOutcomes";
import { RaiseBudget } from "./RaiseBudget";
import type { Waiting } from "./waiting";
import classes from "./WaitingList.module.css";

type Props = { item: Waiting };

/** One thing that waits: its shape, what it is, what is safe, and the button that settles it. */
export function WaitingItem({ item }: Props) {
  const { t } = useTranslation(["home", "common"]);
  const navigate = useNavigate();
  const resume = useAct("run/resume");
  const [raising, setRaising] = useState(false);
  const { run } = item;
  const counts = { done: run.tasks.done, total: run.tasks.total };
  const open = () => void navigate({ to: "/runs/$run", params: { run: run.run } });
  const words = wordsOf();

  return (
    <li className={classes.item}>
      <StateShape shape={words.shape} />
      <div className={classes.text}>
        <p className={classes.what} title={words.what}>
          {words.what}
        </p>
        <p className={classes.note} title={words.note}>
          {words.note}
        </p>
        {resume.isError && <ErrorNote error={resume.error} />}
      </div>
      <Button size="sm" onClick={words.act} disabled={resume.isPending}>
        {words.action}
      </Button>
      {item.kind === "budget" && item.raiseTo !== null && (
        <RaiseBudget
          run={run}
          to={item.raiseTo}
          opened={raising}
          onClose={() => setRaising(false)}
        />
      )}
    </li>
  );

  function wordsOf() {
    switch (item.kind) {
      case "review":
        return {
          shape: "review",
          what: t("waiting.review", { count: item.rows, name: run.name }),
          note: t("waiting.reviewNote"),
          action: t("waiting.reviewDo"),
          act: () => void navigate({ to: "/review/$run", params: { run: run.run } }),
        } as const;
      case "budget":
        return {
          shape: "paused",
          what: t("waiting.budget", { name: run.name, budget: showUsd(run.budget_usd) }),
          note:
            run.more_needed_usd === null
              ? t("waiting.budgetNoteOpen", counts)
              : t("waiting.budgetNote", { ...counts, more: showUsd(run.more_needed_usd) }),
          action:
            item.raiseTo === null
              ? t("waiting.open")
              : t("waiting.budgetDo", { budget: showUsd(item.raiseTo) }),
          act: item.raiseTo === null ? open : () => setRaising(true),
        } as const;
      case "paused":
        return { shape: "paused", note: t("waiting.kept", counts), ...pausedWords(run) } as const;
      case "failed":
        return {
          shape: "failed",
          what: t("waiting.failed", {
            count: run.tasks.failed,
            total: run.tasks.total,
            name: run.name,
          }),
          note: t("waiting.failedNote", {
            reasons: failedOutcomes(run.outcomes)
              .map(([outcome, count]) =>
                t("waiting.reason", { count, outcome: t(`common:outcome.${outcome}`) }),
              )
              .join(t("common:listComma")),
          }),
          action: t("waiting.failedDo", { count: run.tasks.failed }),
          act: () =>
            void navigate({
              to: "/runs/$run",
              params: { run: run.run },
              search: { filter: "failed" },
            }),
        } as const;
    }
  }

  function pausedWords(paused: RunView) {
    const provider = providerOf(paused.model);
    const names = { name: paused.name, provider: providerTitle(provider) };
    const goOn = { action: t("waiting.goOn"), act: () => resume.mutate({ run: paused.run }) };
    switch (paused.reason) {
      case "budget":
        return { what: t("waiting.cap", names), action: t("waiting.capDo"), act: open };
      case "key_refused":
        return {
          what: t("waiting.key", names),
          action: t("waiting.keyDo"),
          act: () => void navigate({ to: "/settings", search: { section: "keys", provider } }),
        };
      case "quota":
        return { what: t("waiting.quota", names), ...goOn };
      case "outage":
        return { what: t("waiting.outage", names), ...goOn };
      case "interrupted":
        return { what: t("waiting.interrupted", names), ...goOn };
      case "model_unknown":
        return { what: t("waiting.model", { ...names, model: paused.model }), ...goOn };
      case "review":
        return {
          what: t("waiting.review", names),
          action: t("waiting.reviewDo"),
          act: () => void navigate({ to: "/review/$run", params: { run: paused.run } }),
        };
      case "disk_full":
        return { what: t("waiting.disk", names), ...goOn };
      default:
        return { what: t("waiting.person", names), ...goOn };
    }
  }
}
