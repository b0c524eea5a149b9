import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WaysView } from "@/bindings/contract";

type Props = { ways: WaysView; onChange: (ways: WaysView) => void };

/** Whether a run waits for a provider that is away or asks for patience, or lets the row fail. */
export function Patience({ ways, onChange }: Props) {
  const { t } = useTranslation("job");
  return (
    <Switch
      label={t("how.failFast")}
      description={t(ways.fail_fast ? "how.failFastOn" : "how.failFastOff")}
      checked={ways.fail_fast}
      onChange={(event) => onChange({ ...ways, fail_fast: event.currentTarget.checked })}
    />
  );
}
