import { useTranslation } from "react-i18next";
import type { SkillView } from "@/bindings/contract";
import { NONE } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import classes from "./Recipe.module.css";

type Props = { skill: SkillView };

/** What a skill is for and what it tells the model: its own text, shown as text. */
export function Recipe({ skill }: Props) {
  const { t } = useTranslation("skills");
  const { summary } = skill;
  const facts = [
    [t("fact.version"), summary.version],
    [t("fact.model"), summary.default_model ?? NONE],
    [t("fact.runs"), showCount(summary.runs)],
    [t("fact.from"), summary.shipped ? t("fact.shipped") : t("fact.own")],
    [t("fact.folder"), skill.folder],
  ] as const;
  return (
    <div className={classes.recipe}>
      <div className={classes.words}>
        <p className={classes.description}>{summary.description}</p>
        {summary.merges && <p className={classes.none}>{t("merging")}</p>}
        <h2 className={classes.head}>{t("instructions")}</h2>
        {skill.instructions.trim() === "" ? (
          <p className={classes.none}>{t("noInstructions")}</p>
        ) : (
          <pre className={classes.text}>{skill.instructions.trim()}</pre>
        )}
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
