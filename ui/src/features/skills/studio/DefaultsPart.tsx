import { Autocomplete, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "@/data/useCall";
import type { PartProps } from "./PartProps";
import classes from "./Studio.module.css";

const UNDECIDED = ["model", "person", "skip"] as const;

/** What a new job with this skill starts with. */
export function DefaultsPart({ draft, change, faults }: PartProps) {
  const { t } = useTranslation("studio");
  const models = useCall("model/list", {});
  const line = (key: "max_output_tokens" | "agents" | "budget_usd", label: string) => (
    <TextInput
      className={classes.short}
      label={label}
      inputMode="decimal"
      placeholder={t("defaults.usual")}
      value={draft[key]}
      error={faults.at(key)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        change(key, (now) => ({ ...now, [key]: text }));
      }}
    />
  );
  return (
    <div className={classes.form}>
      <p className={classes.about}>{t("defaults.about")}</p>
      <Autocomplete
        className={classes.half}
        label={t("defaults.model")}
        description={t("defaults.modelHint")}
        data={(models.data ?? []).map((option) => option.model)}
        value={draft.model}
        error={faults.at("model")}
        onChange={(model) => change("model", (now) => ({ ...now, model }))}
      />
      <Select
        className={classes.half}
        label={t("defaults.undecided")}
        value={draft.undecided}
        data={UNDECIDED.map((who) => ({ value: who, label: t(`defaults.undecidedTo.${who}`) }))}
        onChange={(undecided) => {
          if (undecided !== null) change("", (now) => ({ ...now, undecided }));
        }}
      />
      {line("max_output_tokens", t("defaults.output"))}
      {line("agents", t("defaults.agents"))}
      {line("budget_usd", t("defaults.budget"))}
    </div>
  );
}
