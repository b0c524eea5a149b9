import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WaysView } from "@/bindings/contract";
import { providerOf } from "@/lib/providers";
import { isOwnServer } from "./ownServer";

type Props = { model: string; ways: WaysView; onChange: (ways: WaysView) => void };

/** Providers that answer within a day at about half the price; a server of one's own is asked when the run starts. */
const TAKE_BATCHES = ["anthropic", "openai", "custom"];

/** Whether the rows are handed in together, for tomorrow morning and about half the price. */
export function Overnight({ model, ways, onChange }: Props) {
  const { t } = useTranslation("job");
  const possible = TAKE_BATCHES.includes(providerOf(model));
  const on = isOwnServer(model) ? "batchOwn" : "batchOn";
  const state = possible ? (ways.batch ? on : "batchOff") : "batchNone";
  return (
    <Switch
      label={t("how.batch")}
      description={t(`how.${state}`)}
      checked={ways.batch}
      // A choice that no longer fits the model can be taken back.
      disabled={!possible && !ways.batch}
      onChange={(event) =>
        onChange({
          ...ways,
          batch: event.currentTarget.checked,
          // A batch asks one model.
          fallback: event.currentTarget.checked ? [] : ways.fallback,
          // And it answers all rows at once, so it cannot wait for the reviewer.
          ahead: event.currentTarget.checked ? null : ways.ahead,
        })
      }
    />
  );
}
