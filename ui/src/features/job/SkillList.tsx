import { useTranslation } from "react-i18next";
import { useId } from "react";
import type { SkillSummary } from "@/bindings/contract";
import { useCoreWords } from "@/lib/useCoreWords";
import classes from "./SkillList.module.css";

type Props = {
  skills: SkillSummary[];
  chosen: string | null;
  onChoose: (skill: string) => void;
};

/** Skills to choose one from; what cannot be used says why. Those that merge results read no rows and are only named. */
export function SkillList({ skills, chosen, onChoose }: Props) {
  const { t } = useTranslation("job");
  const core = useCoreWords();
  const name = useId();
  const merging = skills.filter((skill) => skill.merges).map((skill) => skill.name);
  return (
    <>
      <div role="radiogroup" aria-label={t("skill.choose")} className={classes.list}>
        {skills
          .filter((skill) => !skill.merges)
          .map((skill) => (
            <label
              key={skill.skill}
              className={classes.skill}
              data-disabled={skill.problem !== null}
            >
              <input
                type="radio"
                name={name}
                className={classes.radio}
                data-autofocus={skill.skill === chosen ? true : undefined}
                checked={skill.skill === chosen}
                disabled={skill.problem !== null}
                onChange={() => onChoose(skill.skill)}
              />
              <span className={classes.words}>
                <b className={classes.name}>{skill.name}</b>
                <span className={classes.about}>
                  {skill.problem === null ? skill.description : core(skill.problem)}
                </span>
              </span>
              <span className={classes.rules}>
                {skill.rules > 0 ? t("skill.rules", { count: skill.rules }) : t("skill.noRules")}
              </span>
            </label>
          ))}
      </div>
      {merging.length > 0 && (
        <p className={classes.note}>
          {t("skill.merging", { count: merging.length, names: merging.join(t("skill.and")) })}
        </p>
      )}
    </>
  );
}
