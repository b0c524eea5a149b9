import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SkillSummary } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { useCoreWords } from "@/lib/useCoreWords";
import classes from "./Library.module.css";

type Props = { skills: SkillSummary[]; chosen: string };

/** All skills of the library, one of them open. */
export function Library({ skills, chosen }: Props) {
  const { t } = useTranslation("skills");
  const core = useCoreWords();
  return (
    <ul className={classes.library}>
      {skills.map((skill) => (
        <li key={skill.skill}>
          <Link
            to="/skills/$skill"
            params={{ skill: skill.skill }}
            className={classes.skill}
            aria-current={skill.skill === chosen ? "page" : undefined}
            title={skill.problem === null ? skill.description : core(skill.problem)}
          >
            <span className={classes.name}>
              <span>{skill.name}</span>
              {skill.problem !== null && <StateShape shape="failed" />}
            </span>
            <span className={classes.about}>
              {skill.problem === null
                ? skill.rules > 0
                  ? t("list.rules", { version: skill.version, count: skill.rules })
                  : t("list.noRules", { version: skill.version })
                : t("list.problem")}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
