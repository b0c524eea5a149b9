import { Button, MultiSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { parseUsd } from "@/lib/money";
import { CompareReport } from "./CompareReport";
import classes from "./Compare.module.css";

type Props = { skill: string };

const PRACTICE = "practice/";

/** The samples of a skill by one or more models: who agrees how often, at what cost, and whether that tells them apart. */
export function ComparePart({ skill }: Props) {
  const { t } = useTranslation("studio");
  const models = useCall("model/list", {});
  const start = useAct("eval/start");
  const [chosen, setChosen] = useState<string[]>([]);
  const [budget, setBudget] = useState("0.50");
  const cap = parseUsd(budget);
  const free = chosen.every((model) => model.startsWith(PRACTICE));
  const go = () =>
    start.mutate({
      skill,
      models: chosen,
      ...(free || cap === null ? {} : { budget_usd: cap }),
    });
  return (
    <div className={classes.part}>
      <p className={classes.about}>{t("compare.about")}</p>
      <div className={classes.row}>
        <MultiSelect
          className={classes.models}
          label={t("compare.models")}
          data={(models.data ?? []).map((option) => option.model)}
          value={chosen}
          onChange={setChosen}
          searchable
          withScrollArea={false}
        />
        {!free && (
          <TextInput
            label={t("compare.budget")}
            inputMode="decimal"
            value={budget}
            onChange={(event) => setBudget(event.currentTarget.value)}
          />
        )}
        <Button
          className={classes.go}
          disabled={chosen.length === 0 || start.isPending || (!free && cap === null)}
          onClick={go}
        >
          {t("compare.go")}
        </Button>
      </div>
      {start.isError && <ErrorNote error={start.error} onRetry={go} />}
      {start.data && <CompareReport runs={start.data.models.map((model) => model.run)} />}
    </div>
  );
}
