import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SkillView as Skill } from "@/bindings/contract";
import { Notice } from "@/components/Notice";
import { Tabs } from "@/components/Tabs";
import { useCoreWords } from "@/lib/useCoreWords";
import { Fields } from "./Fields";
import { Recipe } from "./Recipe";
import { RulesPart } from "./rules/RulesPart";
import { SkillChecks } from "./SkillChecks";
import { ComparePart } from "./compare/ComparePart";
import { VersionsPart } from "./versions/VersionsPart";
import classes from "./SkillView.module.css";

type Props = {
  skill: Skill;
  /** Reads the folder again. */
  onReread: () => void;
};

type Part = "recipe" | "fields" | "rules" | "checks" | "compare" | "versions";

/** One skill, part by part. It opens on its rules, if it has any. */
export function SkillView({ skill, onReread }: Props) {
  const { t } = useTranslation(["skills", "studio"]);
  const core = useCoreWords();
  const { problem } = skill.summary;
  const [part, setPart] = useState<Part>(skill.rule_rows.length > 0 ? "rules" : "recipe");
  return (
    <>
      {problem !== null && (
        <div className={classes.problem}>
          <Notice
            shape="failed"
            urgent
            action={
              <Button size="sm" onClick={onReread}>
                {t("problem.reread")}
              </Button>
            }
          >
            <b>{t("problem.title")}</b> {core(problem)}
            <br />
            {t("problem.next", { folder: skill.folder })}
          </Notice>
        </div>
      )}
      <Tabs
        label={t("tab.label")}
        value={part}
        onChange={setPart}
        tabs={[
          { value: "recipe", label: t("tab.recipe") },
          { value: "fields", label: t("tab.fields") },
          { value: "rules", label: t("tab.rules"), count: skill.rule_rows.length },
          { value: "checks", label: t("tab.checks"), count: skill.checks.length },
          { value: "compare", label: t("studio:compare.tab") },
          { value: "versions", label: t("studio:version.tab") },
        ]}
      >
        {part === "recipe" && <Recipe skill={skill} />}
        {part === "fields" && (
          <div className={classes.fields}>
            <Fields
              label={t("field.inputs")}
              about={t("field.inputsAbout")}
              fields={skill.inputs}
            />
            <Fields
              label={t("field.outputs")}
              about={t("field.outputsAbout")}
              fields={skill.outputs}
            />
          </div>
        )}
        {part === "rules" && <RulesPart skill={skill} />}
        {part === "checks" && <SkillChecks checks={skill.checks} />}
        {part === "compare" && <ComparePart skill={skill.summary.skill} />}
        {part === "versions" && <VersionsPart skill={skill.summary.skill} />}
      </Tabs>
    </>
  );
}
