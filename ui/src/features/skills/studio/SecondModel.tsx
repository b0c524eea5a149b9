import { Autocomplete, MultiSelect, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DraftCheckView, SkillDraftView } from "@/bindings/contract";
import { useCall } from "@/data/useCall";
import { resultPaths } from "./draft";
import type { Faults } from "./useFaults";
import classes from "./Studio.module.css";

type Props = {
  check: DraftCheckView;
  path: string;
  draft: SkillDraftView;
  faults: Faults;
  onChange: (what: string, check: DraftCheckView) => void;
};

/** Who is asked a second time, about what else, and what it is told beside the instructions. */
export function SecondModel({ check, path, draft, faults, onChange }: Props) {
  const { t } = useTranslation("studio");
  const models = useCall("model/list", {});
  const names = (models.data ?? []).map((option) => option.model);
  return (
    <>
      <div className={classes.row}>
        <Autocomplete
          className={classes.grow}
          label={t("check.second.model")}
          placeholder={t("check.second.modelHint")}
          data={names.filter((model) => !model.startsWith("practice/"))}
          value={check.model}
          error={faults.at(`${path}.model`)}
          onChange={(model) => onChange("model", { ...check, model })}
        />
        <MultiSelect
          className={classes.grow}
          label={t("check.second.of")}
          withScrollArea={false}
          data={resultPaths(draft.outputs).filter((one) => one.value !== check.field)}
          value={check.of.filter((one) => one !== check.field)}
          error={faults.at(`${path}.of`)}
          onChange={(of) => onChange("", { ...check, of })}
        />
      </div>
      <Textarea
        label={t("check.second.instruction")}
        placeholder={t("check.second.instructionHint")}
        autosize
        minRows={1}
        maxRows={6}
        value={check.instruction}
        onChange={(event) =>
          onChange("instruction", { ...check, instruction: event.currentTarget.value })
        }
      />
      <p className={classes.about}>{t("check.second.about")}</p>
    </>
  );
}
