import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SkillView } from "@/bindings/contract";
import { Segmented } from "@/components/Segmented";
import { Rules } from "../Rules";
import { RulesEditor } from "./RulesEditor";
import { Suggestions } from "./Suggestions";
import classes from "./RulesPart.module.css";

type Props = { skill: SkillView };
type Mode = "table" | "edit" | "suggest";

/** The rules of a skill: read, edited, or suggested from what the person decided. */
export function RulesPart({ skill }: Props) {
  const { t } = useTranslation("rules");
  const [mode, setMode] = useState<Mode>("table");
  const id = skill.summary.skill;
  return (
    <div className={classes.part}>
      <div className={classes.bar}>
        <Segmented
          label={t("part.label")}
          value={mode}
          onChange={setMode}
          segments={[
            { value: "table", label: t("part.table") },
            { value: "edit", label: t("part.edit") },
            { value: "suggest", label: t("part.suggest") },
          ]}
        />
      </div>
      {mode === "table" && <Rules skill={skill} />}
      {mode === "edit" && <RulesEditor skill={id} />}
      {mode === "suggest" && <Suggestions skill={id} />}
    </div>
  );
}
