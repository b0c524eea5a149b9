import { Button, MultiSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Empty } from "@/components/Empty";
import { ErrorNote } from "@/components/ErrorNote";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { parseUsd } from "@/lib/money";
import { CompareCost } from "./CompareCost";
import { CompareReport } from "./CompareReport";
import { useComparison } from "./useComparison";
import classes from "./Compare.module.css";

type Props = { skill: string };

const PRACTICE = "practice/";
const TYPING_MS = 250;

/** The samples of a skill by one or more models: what that costs, who agrees how often, whether it tells them apart. */
export function ComparePart({ skill }: Props) {
  const { t } = useTranslation("studio");
  const models = useCall("model/list", {});
  const start = useAct("eval/start");
  const { models: chosen, budget, runs, keep } = useComparison(skill);
  const cap = parseUsd(budget);
  const free = chosen.length > 0 && chosen.every((model) => model.startsWith(PRACTICE));
  const order = {
    skill,
    models: chosen,
    ...(free || cap === null ? {} : { budget_usd: cap }),
  };
  const [settled] = useDebouncedValue(order, TYPING_MS);
  const asked = chosen.length > 0 && (free || cap !== null);
  const cost = useCall("eval/estimate", settled, {
    enabled: asked && settled.models.length > 0,
    keepPrevious: true,
  });
  const refused = cost.data?.some((one) => one.problems.length > 0) === true;
  const go = () => {
    start.mutate(order, {
      onSuccess: ({ models: asked }) => keep({ runs: asked.map(({ run }) => run) }),
    });
  };
  return (
    <div className={classes.part}>
      <p className={classes.about}>{t("compare.about")}</p>
      <div className={classes.row}>
        <MultiSelect
          className={classes.models}
          classNames={{ pill: classes.pill, inputField: classes.typed }}
          label={t("compare.models")}
          data={(models.data ?? []).map((option) => option.model)}
          value={chosen}
          onChange={(next) => keep({ models: next })}
          searchable
          withScrollArea={false}
        />
        <TextInput
          label={t("compare.budget")}
          inputMode="decimal"
          value={free ? "" : budget}
          placeholder={free ? t("compare.free") : ""}
          disabled={free}
          error={!free && cap === null ? t("compare.noAmount") : undefined}
          onChange={(event) => keep({ budget: event.currentTarget.value })}
        />
        <Button
          className={classes.go}
          disabled={!asked || refused || cost.isError || start.isPending}
          onClick={go}
        >
          {t("compare.go")}
        </Button>
      </div>
      <CompareCost cost={cost} asked={asked} />
      {start.isError && <ErrorNote error={start.error} onRetry={go} />}
      {runs.length > 0 ? (
        <CompareReport key={runs.join(" ")} runs={runs} />
      ) : (
        !start.isError && <Empty title={t("compare.none")}>{t("compare.noneText")}</Empty>
      )}
    </div>
  );
}
