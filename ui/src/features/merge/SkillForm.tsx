import { Button, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Money } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { MoneyField } from "@/components/MoneyField";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import type { Making } from "./Making";
import classes from "./Merge.module.css";
import { MergePlan } from "./MergePlan";

const TYPING_MS = 250;

/** Which skill writes, who is asked, and what it may cost: said before anything is asked. */
export function SkillForm({ run, choices, include, empty, onMade }: Making) {
  const { t } = useTranslation("merge");
  const models = useCall("model/list", {});
  const start = useAct("merge/start");
  const [chosen, setChosen] = useState(choices.skills[0]?.id ?? null);
  const skill = choices.skills.find(({ id }) => id === chosen);
  const [picked, setPicked] = useState<string | null>(null);
  const [cap, setCap] = useState<Money | null>(null);
  const model = picked ?? skill?.model ?? "";
  const budget = cap ?? skill?.budget_usd ?? null;
  const free = models.data?.some((one) => one.model === model && one.free) === true;
  const order = {
    run,
    skill: skill?.id ?? "",
    model,
    budget_usd: free ? null : budget,
    ...include,
  };
  const [settled] = useDebouncedValue(order, TYPING_MS);
  const ready = !empty && skill !== undefined && model !== "";
  const plan = useCall("merge/estimate", settled, { enabled: ready, keepPrevious: true });
  const off = !ready || plan.data === undefined || plan.isError;
  const names = models.data?.map((one) => one.model) ?? [];
  if (choices.skills.length === 0) return <p className={classes.text}>{t("skill.none")}</p>;
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (off || start.isPending) return;
        start.mutate(order, { onSuccess: ({ number }) => onMade(number) });
      }}
    >
      <Select
        label={t("skill.skill")}
        data={choices.skills.map(({ id }) => id)}
        value={chosen}
        onChange={setChosen}
        allowDeselect={false}
      />
      <p className={classes.small}>{skill?.description}</p>
      <Select
        label={t("skill.model")}
        data={model === "" || names.includes(model) ? names : [...names, model]}
        value={model === "" ? null : model}
        onChange={setPicked}
        searchable
        allowDeselect={false}
      />
      {!free && (
        <MoneyField
          label={t("skill.budget")}
          value={budget}
          onCommit={setCap}
          invalid={t("skill.noAmount")}
          width={150}
        />
      )}
      <MergePlan plan={plan} ready={ready} empty={empty} />
      {start.isError && <ErrorNote error={start.error} />}
      <Button type="submit" variant="filled" disabled={off || start.isPending}>
        {t("skill.make")}
      </Button>
    </form>
  );
}
