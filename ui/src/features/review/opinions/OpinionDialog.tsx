import { Button, MultiSelect, NumberInput, Select, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Endpoint, Money } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { ErrorNote } from "@/components/ErrorNote";
import { MoneyField } from "@/components/MoneyField";
import { Region } from "@/components/Region";
import { Segmented } from "@/components/Segmented";
import { Why } from "@/components/Why";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import classes from "./Opinions.module.css";
import { OpinionPlan } from "./OpinionPlan";
import { OwnServer } from "./OwnServer";

const KINDS = ["answer", "check"] as const;
const ROWS = ["all", "unjudged", "by_model", "findings", "sample"] as const;
const MOST = 5;
const TYPING_MS = 250;

type Props = { run: string; onClose: () => void };

/** Asks whom to ask about which results, and says what that costs, before anything is asked. */
export function OpinionDialog({ run, onClose }: Props) {
  const { t } = useTranslation("opinion");
  const { t: common } = useTranslation();
  const options = useCall("model/list", {});
  const start = useAct("opinion/start");
  const [kind, setKind] = useState<(typeof KINDS)[number]>("answer");
  const [models, setModels] = useState<string[]>([]);
  const [places, setPlaces] = useState<Endpoint[]>([]);
  const [rows, setRows] = useState<(typeof ROWS)[number]>("all");
  const [sample, setSample] = useState(50);
  const [instruction, setInstruction] = useState("");
  const [budget, setBudget] = useState<Money | null>("1");
  const free = models.every((model) =>
    options.data?.some((one) => one.model === model && one.free),
  );
  const order = {
    run,
    kind,
    models,
    rows,
    ...(places.length === 0
      ? {}
      : { endpoints: places.filter(({ model }) => models.includes(model)) }),
    ...(rows === "sample" ? { sample } : {}),
    ...(instruction.trim() === "" ? {} : { instruction: instruction.trim() }),
    ...(free || budget === null ? {} : { budget_usd: budget }),
  };
  const [settled] = useDebouncedValue(order, TYPING_MS);
  const plan = useCall("opinion/plan", settled, {
    enabled: settled.models.length > 0,
    keepPrevious: true,
  });
  const empty = plan.data?.rows === 0;
  const off = models.length === 0 || plan.data === undefined || plan.isError || empty;
  const go = () => start.mutate(order, { onSuccess: onClose });
  return (
    <Dialog opened onClose={onClose} title={t("ask.title")} size={600}>
      <form
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (!off && !start.isPending) go();
        }}
      >
        <p className={classes.text}>{t("ask.why")}</p>
        <div>
          <Segmented
            label={t("ask.kind")}
            segments={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
          <p className={classes.small}>{t(`kind.${kind}Text`)}</p>
        </div>
        <Region query={options}>
          {(list) => (
            <MultiSelect
              data-autofocus
              label={t("ask.models")}
              description={t("ask.modelsText")}
              data={[...new Set([...list.map((one) => one.model), ...models])]}
              value={models}
              onChange={setModels}
              maxValues={MOST}
              searchable
              withScrollArea={false}
            />
          )}
        </Region>
        <OwnServer
          full={models.length >= MOST}
          onAdd={(place) => {
            setModels((old) => [...old.filter((model) => model !== place.model), place.model]);
            setPlaces((old) => [...old.filter(({ model }) => model !== place.model), place]);
          }}
        />
        <div className={classes.fields}>
          <Select
            label={t("ask.rows")}
            data={ROWS.map((value) => ({ value, label: t(`rows.${value}`) }))}
            value={rows}
            onChange={(value) => setRows(ROWS.find((known) => known === value) ?? "all")}
            allowDeselect={false}
            w={230}
          />
          {rows === "sample" && (
            <NumberInput
              label={t("ask.sample")}
              min={1}
              max={100_000}
              value={sample}
              onChange={(value) => setSample(Math.max(1, Number(value) || 1))}
              w={120}
            />
          )}
          {!free && (
            <MoneyField
              label={t("ask.budget")}
              value={budget}
              onCommit={setBudget}
              invalid={t("ask.noAmount")}
              width={150}
            />
          )}
        </div>
        <Textarea
          label={t("ask.instruction")}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={4_000}
          value={instruction}
          onChange={(event) => setInstruction(event.currentTarget.value)}
        />
        <OpinionPlan plan={plan} asked={models.length > 0} />
        {start.isError && <ErrorNote error={start.error} />}
        <div className={classes.foot}>
          <Button onClick={onClose}>{common("do.cancel")}</Button>
          <Why not={off && none()}>
            <Button type="submit" variant="filled" disabled={start.isPending}>
              {t("ask.go")}
            </Button>
          </Why>
        </div>
      </form>
    </Dialog>
  );

  function none(): string {
    if (models.length === 0) return t("why.noModel");
    if (plan.isError) return t("why.noPlan");
    return plan.data === undefined ? t("why.planning") : t("why.noRows");
  }
}
