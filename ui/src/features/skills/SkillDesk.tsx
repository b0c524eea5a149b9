import { Button, Menu } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { IconChevronDown, IconFileZip, IconFolder } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { SkillSummary } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { Library } from "./Library";
import classes from "./SkillDesk.module.css";
import { SkillView } from "./SkillView";
import { useImportSkill } from "./useImportSkill";

type Props = {
  skills: SkillSummary[];
  skill: string;
  /** Reads the library again. */
  onReread: () => void;
};

/** The library at the left, one skill of it open. */
export function SkillDesk({ skills, skill, onReread }: Props) {
  const { t } = useTranslation("skills");
  const navigate = useNavigate();
  const query = useCall("skill/get", { skill });
  const bring = useImportSkill();
  const summary = query.data?.summary ?? skills.find((one) => one.skill === skill);
  const usable = summary !== undefined && summary.problem === null;
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
        <>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                disabled={bring.busy}
                rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
              >
                {t("import.one")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconFolder size={16} stroke={1.6} aria-hidden />}
                onClick={() => void bring.pick("folder")}
              >
                {t("import.folder")}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconFileZip size={16} stroke={1.6} aria-hidden />}
                onClick={() => void bring.pick("skill")}
              >
                {t("import.zip")}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button
            variant="filled"
            disabled={!usable}
            onClick={() => void navigate({ to: "/jobs", search: { new: true, skill } })}
          >
            {t("use")}
          </Button>
        </>
      }
    >
      <Panel label={t("title")} place="list" padded={false}>
        <Library skills={skills} chosen={skill} />
      </Panel>
      <Panel label={summary?.name ?? t("one")} padded={false}>
        {bring.error && (
          <div className={classes.error}>
            <ErrorNote error={bring.error} safe={t("import.safe")} />
          </div>
        )}
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
