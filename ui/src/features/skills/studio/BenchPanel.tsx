import { Autocomplete, Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SkillDraftView, StudioPreview } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { ErrorNote } from "@/components/ErrorNote";
import { Panel } from "@/components/Panel";
import { Segmented } from "@/components/Segmented";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { parseUsd } from "@/lib/money";
import { BenchResults } from "./BenchResults";
import classes from "./Bench.module.css";

type Props = {
  draft: SkillDraftView;
  source: string | null;
  preview: StudioPreview | undefined;
};

const SAMPLES = "samples";
const PRACTICE = "practice/sample";

/** The test bench: five rows through the real engine, and exactly what the model is told. */
export function BenchPanel({ draft, source, preview }: Props) {
  const { t } = useTranslation("studio");
  const [view, setView] = useState<"try" | "told">("try");
  const [model, setModel] = useState(draft.model === "" ? PRACTICE : draft.model);
  const [budget, setBudget] = useState("0.25");
  const [rows, setRows] = useState(SAMPLES);
  const models = useCall("model/list", {});
  const jobs = useCall("job/list", {});
  const tryIt = useAct("studio/try");
  const practice = model.startsWith("practice/");
  const cap = parseUsd(budget);
  const whole = preview !== undefined && preview.faults.length === 0;
  const noRows = rows === SAMPLES && draft.samples.length === 0;
  const go = () =>
    tryIt.mutate({
      draft,
      ...(source === null ? {} : { from: source }),
      model: model.trim(),
      ...(practice || cap === null ? {} : { budget_usd: cap }),
      ...(rows === SAMPLES ? {} : { job: rows }),
    });
  const withRows = (jobs.data ?? []).filter((job) => job.rows > 0);
  return (
    <Panel
      label={t("bench.title")}
      title={t("bench.title")}
      aside={
        <Segmented
          label={t("bench.view")}
          value={view}
          onChange={setView}
          segments={[
            { value: "try", label: t("bench.try") },
            { value: "told", label: t("bench.told") },
          ]}
        />
      }
      place="side"
    >
      {view === "told" ? (
        <div className={classes.told}>
          <p className={classes.about}>{t("bench.toldAbout")}</p>
          {preview?.told == null ? (
            <p className={classes.about}>{t("bench.toldNone")}</p>
          ) : (
            <pre className={classes.prompt}>{preview.told}</pre>
          )}
        </div>
      ) : (
        <div className={classes.bench}>
          <Select
            label={t("bench.rows")}
            value={rows}
            data={[
              { value: SAMPLES, label: t("bench.samples") },
              ...withRows.map((job) => ({
                value: job.job,
                label: t("bench.job", { name: job.name }),
              })),
            ]}
            onChange={(chosen) => {
              if (chosen !== null) setRows(chosen);
            }}
          />
          <Autocomplete
            label={t("bench.model")}
            data={(models.data ?? []).map((option) => option.model)}
            value={model}
            onChange={setModel}
          />
          {practice ? (
            <p className={classes.about}>{t("bench.practice")}</p>
          ) : (
            <TextInput
              label={t("bench.budget")}
              inputMode="decimal"
              value={budget}
              onChange={(event) => setBudget(event.currentTarget.value)}
            />
          )}
          <Button
            disabled={!whole || noRows || tryIt.isPending || (!practice && cap === null)}
            onClick={go}
          >
            {t("bench.go")}
          </Button>
          {!whole ? (
            <p className={classes.about}>{t("bench.notWhole")}</p>
          ) : (
            noRows && <p className={classes.about}>{t("bench.noSamples")}</p>
          )}
          {tryIt.isError && <ErrorNote error={tryIt.error} onRetry={go} />}
          {tryIt.data ? (
            <BenchResults key={tryIt.data.run} run={tryIt.data.run} />
          ) : (
            !tryIt.isError && <Empty title={t("bench.none")}>{t("bench.noneText")}</Empty>
          )}
        </div>
      )}
    </Panel>
  );
}
