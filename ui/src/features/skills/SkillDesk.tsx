import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SkillSummary } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Notice } from "@/components/Notice";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { FoundSkills } from "./FoundSkills";
import { Library } from "./Library";
import { SkillActions } from "./SkillActions";
import classes from "./SkillDesk.module.css";
import { SkillView } from "./SkillView";
import { useImportSkill } from "./useImportSkill";
import { useSkillFiles } from "./useSkillFiles";

type Props = {
  skills: SkillSummary[];
  skill: string;
  /** Reads the library again. */
  onReread: () => void;
};

/** The library at the left, one skill of it open. */
export function SkillDesk({ skills, skill, onReread }: Props) {
  const { t } = useTranslation(["skills", "studio"]);
  const query = useCall("skill/get", { skill });
  const bring = useImportSkill();
  const files = useSkillFiles();
  const summary = query.data?.summary ?? skills.find((one) => one.skill === skill);
  return (
    <Page
      where={<Link to="/skills">{t("title")}</Link>}
      title={summary?.name ?? t("one")}
      state={
        summary &&
        (summary.shipped
          ? t("state.shipped", { version: summary.version })
          : t("state.own", { version: summary.version }))
      }
      actions={
        <SkillActions
          skill={skill}
          summary={summary}
          bring={bring}
          onFind={() => void files.find()}
          onExport={() => void files.write(skill)}
        />
      }
    >
      <Panel label={t("title")} place="list" padded={false}>
        <Library skills={skills} chosen={skill} />
      </Panel>
      <Panel label={summary?.name ?? t("one")} padded={false}>
        {(bring.error ?? files.error) && (
          <div className={classes.error}>
            <ErrorNote error={bring.error ?? files.error} safe={t("import.safe")} />
          </div>
        )}
        {files.written !== null && (
          <Notice shape="done">{t("studio:export.done", { path: files.written })}</Notice>
        )}
        <FoundSkills found={files.found} onClose={files.close} />
        <Region
          query={query}
          loading={
            <div className={classes.loading}>
              <Loading lines={14} />
            </div>
          }
        >
          {(view) => (
            <SkillView
              key={view.summary.skill}
              skill={view}
              onReread={() => {
                onReread();
                void query.refetch();
              }}
            />
          )}
        </Region>
      </Panel>
    </Page>
  );
}
