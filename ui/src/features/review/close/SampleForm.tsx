import { Button, NumberInput, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Kbd } from "@/components/Kbd";
import { Why } from "@/components/Why";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import classes from "./close.module.css";
import { StrataTable } from "./StrataTable";
import { usePressKey } from "./usePressKey";

const SURE = ["80", "90", "95", "99"];
const SCOPES = ["unjudged", "by_rule", "by_model"] as const;
const TYPING_MS = 250;

type Props = {
  run: string;
  /** The sample before this one; what it found is expected again. */
  after: SampleView | undefined;
  onDone: () => void;
  /** None: there is nothing to go back to. */
  onCancel: (() => void) | null;
};

/** How sure a person wants to be of what nobody looks at, and how much looking that takes. */
export function SampleForm({ run, after, onDone, onCancel }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const [tolerable, setTolerable] = useState(after ? after.tolerable * 100 : 5);
  const [sure, setSure] = useState(after ? String(Math.round(after.confidence * 100)) : "95");
  const [scope, setScope] = useState<(typeof SCOPES)[number]>("unjudged");
  const found = after && after.looked > 0 ? after.wrong / after.looked : 0;
  const order = {
    run,
    tolerable: tolerable / 100,
    confidence: Number(sure) / 100,
    expected: found < tolerable / 100 ? found : 0,
    scope,
  };
  const [settled] = useDebouncedValue(order, TYPING_MS);
  const plan = useCall("sample/plan", settled, { keepPrevious: true });
  const draw = useAct("sample/draw");
  const [pressRef, pressKeys] = usePressKey("sample");
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        draw.mutate(order, { onSuccess: onDone });
      }}
    >
      <p className={classes.text}>{t("close.sample.why")}</p>
      <div className={classes.fields}>
        <NumberInput
          label={t("close.sample.tolerable")}
          suffix="%"
          min={0.1}
          max={50}
          step={1}
          decimalScale={2}
          value={tolerable}
          onChange={(value) => setTolerable(Number(value) || 0)}
          w={150}
        />
        <Select
          label={t("close.sample.confidence")}
          data={SURE.map((value) => ({ value, label: `${value}%` }))}
          value={sure}
          onChange={(value) => setSure(value ?? "95")}
          allowDeselect={false}
          w={150}
        />
        <Select
          label={t("close.sample.scope")}
          data={SCOPES.map((value) => ({ value, label: t(`close.scope.${value}`) }))}
          value={scope}
          onChange={(value) => setScope(SCOPES.find((known) => known === value) ?? "unjudged")}
          allowDeselect={false}
          w={210}
        />
      </div>
      <div className={classes.plan} role="status">
        {plan.isError ? (
          <ErrorNote error={plan.error} />
        ) : (
          plan.data && (
            <p>
              {t("close.sample.plan", {
                count: plan.data.look_at,
                population: plan.data.population,
              })}
            </p>
          )
        )}
      </div>
      {draw.isError && <ErrorNote error={draw.error} />}
      <div className={classes.actions}>
        <Why not={plan.isError && t("why.noPlan")}>
          <Button
            type="submit"
            ref={pressRef}
            rightSection={<Kbd keys={pressKeys} />}
            disabled={plan.isPending || draw.isPending}
          >
            {t("close.sample.draw")}
          </Button>
        </Why>
        {onCancel && <Button onClick={onCancel}>{t("do.cancel")}</Button>}
      </div>
      {plan.data && !plan.isError && <StrataTable strata={plan.data.strata} planned />}
    </form>
  );
}
