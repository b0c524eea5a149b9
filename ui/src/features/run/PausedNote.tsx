import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { StateShape } from "@/components/StateShape";
import { useLocale } from "@/lib/Locale";
import { showUsd } from "@/lib/money";
import { capWords } from "./capWords";
import { moneyParts } from "./moneyParts";
import { AheadSelect } from "./AheadSelect";
import classes from "./PausedNote.module.css";
import { providerOf, providerTitle } from "./providerOf";
import { raiseTo } from "./raiseTo";
import type { RunActs } from "./useRunActs";

type Props = {
  run: RunView;
  acts: RunActs;
  /** True while a panel asks something and has the main action. */
  quiet: boolean;
  onAsk: (what: "raise" | "stop") => void;
};

/** Why the run waits, what is safe, and the one next step. */
export function PausedNote({ run, acts, quiet, onAsk }: Props) {
  const { t } = useTranslation(["run", "common"]);
  const navigate = useNavigate();
  const { times } = useLocale();
  const provider = providerOf(run.model);
  const words = {
    done: run.tasks.done,
    total: run.tasks.total,
    provider: providerTitle(provider),
  };
  const resume = (main: boolean) => (
    <Button
      variant={main && !quiet ? "filled" : "default"}
      disabled={acts.busy}
      onClick={acts.resume}
    >
      {t("paused.resume")}
    </Button>
  );
  const said = (): { what: string; safe: string; actions: ReactNode } => {
    switch (run.reason) {
      case "budget": {
        const cap = capWords(t, run.no_room);
        if (cap !== null) return { what: cap, safe: keptWords(), actions: toCap() };
        const amount = raiseTo(run);
        return {
          what:
            run.more_needed_usd === null
              ? t("paused.budgetUnknown", words)
              : t("paused.budget", { ...words, more: showUsd(run.more_needed_usd) }),
          safe: keptWords(),
          actions: (
            <>
              <Button
                variant={quiet ? "default" : "filled"}
                disabled={acts.busy}
                onClick={() => acts.raise(amount, true)}
              >
                {t("paused.budget_act", { amount: showUsd(amount) })}
              </Button>
              <Button onClick={() => onAsk("raise")}>{t("paused.budget_amount")}</Button>
              <Button onClick={() => onAsk("stop")}>{t("paused.budget_end")}</Button>
            </>
          ),
        };
      }
      case "key_refused":
        return {
          what: t("paused.key_refused", words),
          safe: t("paused.key_refused_safe", words),
          actions: (
            <>
              <Button
                variant={quiet ? "default" : "filled"}
                onClick={() =>
                  void navigate({ to: "/settings", search: { section: "keys", provider } })
                }
              >
                {t("paused.key_refused_act")}
              </Button>
              {resume(false)}
            </>
          ),
        };
      case "review":
        return {
          what: t("paused.review", { count: run.unreviewed ?? run.review.left }),
          safe: t("paused.review_safe", words),
          actions: (
            <>
              <AheadSelect run={run} />
              <Button
                variant={quiet ? "default" : "filled"}
                onClick={() =>
                  void navigate({
                    to: "/review/$run",
                    params: { run: run.run },
                    search: { filter: "by_model" },
                  })
                }
              >
                {t("paused.review_act")}
              </Button>
            </>
          ),
        };
      case "quota":
      case "outage":
      case "interrupted":
      case "model_unknown":
      case "disk_full":
        return {
          what:
            run.resumes_at === null
              ? t(`paused.${run.reason}`, { ...words, model: run.model })
              : t("paused.quotaBack", { ...words, time: times.moment(run.resumes_at) }),
          safe:
            run.resumes_at === null
              ? t(`paused.${run.reason}_safe`, words)
              : t("paused.quotaBack_safe", words),
          actions: resume(true),
        };
      default:
        return {
          what: t("paused.person"),
          safe: t("paused.person_safe", words),
          actions: resume(true),
        };
    }
  };
  const keptWords = () =>
    t("paused.budget_safe", {
      ...moneyParts(run, run.budget_usd ?? "0"),
      count: run.tasks.done,
    });
  // The cap is changed where it is kept: in the job, or in the settings.
  const toCap = () => (
    <>
      <Button
        variant={quiet ? "default" : "filled"}
        onClick={() =>
          void (run.no_room?.kind === "job" && run.job !== null
            ? navigate({ to: "/jobs/$job", params: { job: run.job } })
            : navigate({ to: "/settings", search: { section: "cap" } }))
        }
      >
        {t(run.no_room?.kind === "job" ? "paused.cap.toJob" : "paused.cap.toSettings")}
      </Button>
      {resume(false)}
    </>
  );
  const { what, safe, actions } = said();
  return (
    <section className={classes.note} role="status" aria-label={t("common:state.paused")}>
      <StateShape shape="paused" />
      <div className={classes.body}>
        <p className={classes.what}>{what}</p>
        <p className={classes.safe}>{safe}</p>
        {acts.raiseError !== null && !quiet && <ErrorNote error={acts.raiseError} />}
        <div className={classes.actions}>{actions}</div>
      </div>
    </section>
  );
}
