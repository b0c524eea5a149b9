import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WaysView } from "@/bindings/contract";

const STEPS = [5, 10, 25, 50, 100, 250];
const ANY = "any";

type Props = { ways: WaysView; onChange: (ways: WaysView) => void };

/** After how many results without a verdict a run waits for the person; a batch cannot. */
export function Ahead({ ways, onChange }: Props) {
  const { t } = useTranslation("job");
  const { ahead, batch } = ways;
  const steps =
    ahead === null || STEPS.includes(ahead) ? STEPS : [...STEPS, ahead].sort((a, b) => a - b);
  const state = batch ? "aheadBatch" : ahead === null ? "aheadOff" : "aheadOn";
  return (
    <Select
      label={t("how.ahead")}
      description={t(`how.${state}`)}
      data={[
        { value: ANY, label: t("how.aheadAny") },
        ...steps.map((count) => ({ value: String(count), label: t("how.aheadAt", { count }) })),
      ]}
      value={ahead === null ? ANY : String(ahead)}
      // A choice that no longer fits can be taken back.
      disabled={batch && ahead === null}
      onChange={(value) =>
        onChange({ ...ways, ahead: value === null || value === ANY ? null : Number(value) })
      }
      allowDeselect={false}
    />
  );
}
