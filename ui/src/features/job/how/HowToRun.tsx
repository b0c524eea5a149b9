import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { JobView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { MoneyField } from "@/components/MoneyField";
import { Panel } from "@/components/Panel";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { compareUsd, usdNumber } from "@/lib/money";
import { useShortcuts } from "@/lib/shortcuts";
import { firstRows } from "../grid/useJobPages";
import type { SaveJob } from "../useSaveJob";
import { Ahead } from "./Ahead";
import { AgentsField } from "./AgentsField";
import { Checks } from "./Checks";
import { EnterPrice } from "./EnterPrice";
import { Estimate } from "./Estimate";
import { enoughUsd } from "./exactUsd";
import { Fallback } from "./Fallback";
import { JobCap } from "./JobCap";
import { KeyField } from "./KeyField";
import { LongDocuments } from "./LongDocuments";
import { ModelField } from "./ModelField";
import { MoreWays } from "./MoreWays";
import { Overnight } from "./Overnight";
import { isOwnServer } from "./ownServer";
import { Patience } from "./Patience";
import { Pictures } from "./Pictures";
import { ServerAddress } from "./ServerAddress";
import { startBlock } from "./startBlock";
import { StartButtons } from "./StartButtons";
import classes from "./HowToRun.module.css";

type Props = { save: SaveJob };

/** How the job runs, what that costs at most, and the way to start it. */
export function HowToRun({ save }: Props) {
  const { t } = useTranslation("job");
  const navigate = useNavigate();
  const { job } = save;
  const fields = useRef<HTMLDivElement>(null);
  const models = useCall("model/list", {});
  const estimate = useCall("job/estimate", { job: job.job }, { enabled: job.table !== null });
  const rows = useCall("job/rows", firstRows(job.job), { enabled: job.table !== null });
  const start = useAct("run/start");
  const option = models.data?.find((one) => one.model === job.model);
  const block = startBlock(job, estimate.data, option);
  const smallest = estimate.data?.smallest_budget_usd;
  const needsBudget = smallest !== undefined && compareUsd(smallest, "0") > 0;

  const begin = async (limit: number | null) => {
    // A field that still has the focus holds its text back until it is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (block !== null || start.isPending || !(await save.settled())) return;
    const wrong = fields.current?.querySelector<HTMLElement>("[aria-invalid='true']");
    if (wrong) {
      wrong.focus();
      return;
    }
    start.mutate(
      { job: job.job, ...(limit === null ? {} : { limit }) },
      { onSuccess: (run) => void navigate({ to: "/runs/$run", params: { run: run.run } }) },
    );
  };
  useShortcuts(t("how.title"), [
    {
      keys: "mod+enter",
      label: t("how.start"),
      run: () => void begin(null),
      enabled: block === null,
      inFields: true,
    },
    {
      keys: "mod+shift+enter",
      label: t("how.try"),
      run: () => void begin(5),
      enabled: block === null,
      inFields: true,
    },
  ]);

  return (
    <Panel
      label={t("how.title")}
      place="side"
      foot={
        <div className={classes.foot}>
          {job.table !== null && block?.kind !== "missing" && (
            <Estimate
              query={estimate}
              model={job.model}
              budget={job.budget_usd}
              counts={rows.data}
            />
          )}
          {start.error && <ErrorNote error={start.error} safe={t("how.notStarted")} />}
          <StartButtons
            block={block}
            busy={start.isPending}
            trial={trialCost(estimate.data)}
            onTry={() => void begin(5)}
            onStart={() => void begin(null)}
          />
        </div>
      }
    >
      <div ref={fields} className={classes.fields}>
        <h2>{t("how.title")}</h2>
        <ModelField
          model={job.model}
          models={models.data ?? []}
          onChange={(model) => save.change({ model })}
        />
        {isOwnServer(job.model) && (
          <ServerAddress
            key={`address of ${job.model}`}
            model={job.model}
            ways={job.ways}
            onChange={(ways) => save.change({ ways })}
          />
        )}
        <KeyField model={job.model} value={job.key} onChange={(key) => save.change({ key })} />
        {estimate.data?.price_unknown === true && (
          <EnterPrice key={`price of ${job.model}`} model={job.model} />
        )}
        <AgentsField agents={job.agents} onChange={(agents) => save.change({ agents })} />
        <MoneyField
          label={t("how.budget")}
          aside={
            needsBudget && !estimate.data?.price_unknown
              ? t("how.atLeast", { amount: enoughUsd(smallest) })
              : undefined
          }
          value={job.budget_usd}
          onCommit={(budget) => {
            if (budget !== null) save.change({ budget_usd: budget });
          }}
          invalid={t("how.notAmount")}
          error={
            block?.kind === "budget_small"
              ? t("how.budgetSmall", { amount: enoughUsd(block.smallest) })
              : undefined
          }
        />
        {job.inputs.some((input) => input.kind === "file") && (
          <>
            <Pictures pictures={job.pictures} onChange={(pictures) => save.change({ pictures })} />
            <LongDocuments
              split={job.split}
              estimate={estimate.data}
              onChange={(split) => save.change({ split })}
            />
          </>
        )}
        {job.skill && <Checks skill={job.skill.skill} />}
        <MoreWays key={job.job} used={usesMore(job)}>
          {needsBudget && <JobCap job={job} />}
          <Ahead ways={job.ways} onChange={(ways) => save.change({ ways })} />
          <Patience ways={job.ways} onChange={(ways) => save.change({ ways })} />
          <Overnight model={job.model} ways={job.ways} onChange={(ways) => save.change({ ways })} />
          <Fallback
            model={job.model}
            models={models.data ?? []}
            ways={job.ways}
            onChange={(ways) => save.change({ ways })}
          />
        </MoreWays>
      </div>
    </Panel>
  );
}

function usesMore(job: JobView): boolean {
  const { ways } = job;
  return (
    job.cap.cap_usd !== null ||
    ways.batch ||
    ways.fail_fast ||
    ways.ahead !== null ||
    ways.fallback.length > 0
  );
}

/** What five rows of the model would likely cost; null while unknown or free. */
function trialCost(
  estimate:
    | {
        calls: { likely: number };
        second_calls: number;
        cost_usd: { likely: string };
        price_unknown: boolean;
      }
    | undefined,
): string | null {
  if (!estimate || estimate.price_unknown) return null;
  // A second model is asked about rows, and makes none.
  const rows = estimate.calls.likely - estimate.second_calls;
  if (rows <= 0) return null;
  const five = (usdNumber(estimate.cost_usd.likely) / rows) * Math.min(5, rows);
  return five > 0 ? Math.max(0.01, five).toFixed(2) : null;
}
