import { Button, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconRubberStamp, IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { JobView, TableProblem } from "@/bindings/contract";
import { problemWords } from "./import/problemWords";
import { useTableWords } from "./useTableWords";
import classes from "./JobWhat.module.css";

type Props = {
  job: JobView;
  onChangeSkill: () => void;
  onReplaceTable: () => void;
  /** Chooses the documents of the rows, as files or as a folder; only where rows can have one. */
  onDocuments?: ((kind: "documents" | "folder") => void) | undefined;
};

/** What the job does, and to which rows: one line each. */
export function JobWhat({ job, onChangeSkill, onReplaceTable, onDocuments }: Props) {
  const { t } = useTranslation("job");
  const tableWords = useTableWords();
  const { skill, table } = job;
  const doubt = (problem: TableProblem) =>
    `${problem.row === null ? t("import.file") : t("import.row", { row: problem.row })}: ${problemWords(t, problem)}`;
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
        <Button
          size="sm"
          className={classes.act}
          onClick={onChangeSkill}
          aria-label={t("skill.changeLong")}
        >
          {t("skill.change")}
        </Button>
      </dd>
      <dt>{t("table.one")}</dt>
      <dd>
        <IconTable size={16} stroke={1.6} aria-hidden />
        {table ? (
          <>
            <b className={classes.name}>{table.source ?? t("table.pasted")}</b>
            <span
              className={classes.about}
              title={[tableWords(table), ...table.problems.slice(0, 20).map(doubt)].join("\n")}
            >
              {tableWords(table)}
            </span>
          </>
        ) : (
          <span className={classes.about}>{t("table.none")}</span>
        )}
        {onDocuments && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="sm" className={classes.act} aria-label={t("match.addLong")}>
                {t("match.add")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onDocuments("documents")}>{t("match.files")}</Menu.Item>
              <Menu.Item onClick={() => onDocuments("folder")}>{t("noRows.folder")}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        <Button
          size="sm"
          className={classes.act}
          onClick={onReplaceTable}
          aria-label={table ? t("table.replaceLong") : t("table.openLong")}
        >
          {table ? t("table.replace") : t("table.open")}
        </Button>
      </dd>
    </dl>
  );
}
