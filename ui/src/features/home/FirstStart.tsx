import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { JobSummary, RunView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { StateShape } from "@/components/StateShape";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import classes from "./FirstStart.module.css";

type Props = { jobs: JobSummary[]; runs: RunView[]; home: string };

/** The first start: the sample without a key, and what can be set up when the person likes. */
export function FirstStart({ jobs, runs, home }: Props) {
  const { t } = useTranslation(["home", "common"]);
  const navigate = useNavigate();
  const start = useAct("run/start");
  const keys = useCall("key/list", {});
  const models = useCall("model/list", {});
  const settings = useCall("settings/get", {});
  const sample = jobs.find((job) => job.model.startsWith("practice/")) ?? jobs[0];
  const hasKey = keys.data?.keys.some((key) => key.place !== "none") ?? false;
  const local = models.data?.filter((m) => m.free && !m.practice && m.ready).length ?? 0;
  const hasCap = settings.data !== undefined && settings.data.month_cap_usd !== null;
  const steps = [
    {
      key: "local",
      done: local > 0,
      text: local > 0 ? t("first.localDone", { count: local }) : t("first.local"),
    },
    { key: "key", done: hasKey, text: hasKey ? t("first.keyDone") : t("first.key") },
    { key: "cap", done: hasCap, text: hasCap ? t("first.capDone") : t("first.cap") },
  ];
  const run = () => {
    if (!sample) return;
    // The news of the run may take this card off the screen before the answer comes; what waits on the card itself
    // would then never be done. A refusal is shown where the button is.
    start.mutateAsync({ job: sample.job }).then(
      (view) => navigate({ to: "/runs/$run", params: { run: view.run } }),
      () => undefined,
    );
  };
  return (
    <section className={classes.first} aria-labelledby="first-start">
      <div className={classes.offer}>
        <h2 id="first-start" className={classes.title}>
          {t("first.title")}
        </h2>
        {sample && <p className={classes.text}>{t("first.text", { count: sample.rows })}</p>}
        {start.isError && <ErrorNote error={start.error} />}
        <div className={classes.actions}>
          {sample && (
            <Button
              variant={runs.length === 0 ? "filled" : "default"}
              onClick={run}
              disabled={start.isPending}
            >
              {t("first.run")}
            </Button>
          )}
          <Button
            variant="subtle"
            onClick={() => void navigate({ to: "/jobs", search: { new: true } })}
          >
            {t("first.own")}
          </Button>
        </div>
      </div>
      <div className={classes.steps}>
        <h3 className={classes.when}>{t("first.steps")}</h3>
        <ul>
          {steps.map((step) => (
            <li key={step.key} className={classes.step}>
              <StateShape shape={step.done ? "done" : "waiting"} />
              {step.text}
            </li>
          ))}
          <li className={classes.step}>
            <StateShape shape="done" />
            {t("first.data", { home })}
          </li>
        </ul>
      </div>
    </section>
  );
}
