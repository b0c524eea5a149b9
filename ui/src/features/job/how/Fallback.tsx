import { Checkbox, MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ModelOption, WaysView } from "@/bindings/contract";
import { isOwnServer } from "./ownServer";
import { ServerAddress } from "./ServerAddress";

type Props = {
  model: string;
  models: ModelOption[];
  ways: WaysView;
  onChange: (ways: WaysView) => void;
};

const OUTCOMES = ["refused", "cut_off", "invalid", "too_long", "provider_error"] as const;

/** Models that are asked where the job's own could not do a row, and for which outcomes. */
export function Fallback({ model, models, ways, onChange }: Props) {
  const { t } = useTranslation("job");
  const names = models.filter((one) => one.ready && !one.practice).map((one) => one.model);
  const choices = [...new Set([...names, ...ways.fallback])].filter((name) => name !== model);
  return (
    <>
      <MultiSelect
        label={t("how.fallback")}
        description={t("how.fallbackHelp")}
        data={choices}
        value={ways.fallback}
        searchable
        disabled={ways.batch || (choices.length === 0 && ways.fallback.length === 0)}
        onChange={(fallback) => onChange({ ...ways, fallback })}
      />
      {ways.fallback.length > 0 && (
        <>
          {ways.fallback.filter(isOwnServer).map((own) => (
            <ServerAddress key={own} model={own} ways={ways} onChange={onChange} />
          ))}
          <MultiSelect
            label={t("how.fallbackOn")}
            data={OUTCOMES.map((outcome) => ({
              value: outcome,
              label: t(`how.outcome_${outcome}`),
            }))}
            value={ways.fallback_on}
            onChange={(outcomes) => {
              if (outcomes.length > 0) onChange({ ...ways, fallback_on: outcomes });
            }}
          />
          <Checkbox
            label={t("how.fallbackDearer")}
            checked={ways.allow_dearer}
            onChange={(event) => onChange({ ...ways, allow_dearer: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
