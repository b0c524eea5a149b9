import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconRubberStamp, IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { JobView } from "@/bindings/contract";
import { useTableWords } from "./useTableWords";
import classes from "./JobWhat.module.css";

type Props = { job: JobView; onChangeSkill: () => void; onReplaceTable: () => void };

/** What the job does, and to which rows: one line each. */
export function JobWhat({ job, onChangeSkill, onReplaceTable }: Props) {
  const { t } = useTranslation("job");
  const tableWords = useTableWords();
  const { skill, table } = job;
  const about = skill
    ? [
        t("skill.version", { version: skill.version }),
        skill.rules > 0 ? t("skill.rules", { count: skill.rules }) : t("skill.noRules"),
        skill.checks > 0 ? t("skill.checks", { count: skill.checks }) : null,
      ]
        .filter((part) => part !== null)
        .join(t("comma"))
    : "";
  return (
    <dl className={classes.what}>
      <dt>{t("skill.one")}</dt>
      <dd>
        <IconRubberStamp size={16} stroke={1.6} aria-hidden />
        {skill ? (
          <>
            <Link to="/skills/$skill" params={{ skill: skill.skill }} className={classes.name}>
              {skill.name}
            </Link>
            <span className={classes.about} title={skill.description}>
              {t("skill.about", { about, description: skill.description })}
            </span>
          </>
        ) : (
          <span className={classes.gone}>{t("skill.gone")}</span>
        )}
      </dd>
      <Button size="sm" onClick={onChangeSkill} aria-label={t("skill.changeLong")}>
        {t("skill.change")}
      </Button>
      <dt>{t("table.one")}</dt>
      <dd>
        <IconTable size={16} stroke={1.6} aria-hidden />
        {table ? (
          <>
            <b className={classes.name}>{table.source ?? t("table.pasted")}</b>
            <span className={classes.about} title={tableWords(table)}>
              {tableWords(table)}
            </span>
          </>
        ) : (
          <span className={classes.about}>{t("table.none")}</span>
        )}
      </dd>
      <Button size="sm" onClick={onReplaceTable} aria-label={t("table.replaceLong")}>
        {table ? t("table.replace") : t("table.open")}
      </Button>
    </dl>
  );
}
