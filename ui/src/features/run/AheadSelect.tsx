import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";

const STEPS = [5, 10, 25, 50, 100, 250];
const ANY = "any";

type Props = { run: RunView };

/** How many results of the model may be without a verdict before the run waits for the reviewer. */
export function AheadSelect({ run }: Props) {
  const { t } = useTranslation("run");
  const set = useAct("run/set_ahead");
  const now = set.isPending ? set.variables.ahead : run.ahead;
  const steps = now === null || STEPS.includes(now) ? STEPS : [...STEPS, now].sort((a, b) => a - b);
  return (
    <Select
      size="xs"
      w={190}
      aria-label={t("ahead.label")}
      title={t("ahead.title")}
      data={[
        { value: ANY, label: t("ahead.any") },
        ...steps.map((count) => ({ value: String(count), label: t("ahead.at", { count }) })),
      ]}
      value={now === null ? ANY : String(now)}
      onChange={(value) =>
        set.mutate({ run: run.run, ahead: value === null || value === ANY ? null : Number(value) })
      }
      allowDeselect={false}
      error={set.isError}
    />
  );
}
