import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { NoSkills } from "./NoSkills";
import { SkillDesk } from "./SkillDesk";

type Props = {
  /** The skill to open; null: the first one. */
  skill: string | null;
};

/** Loads the library, then opens a skill of it. */
export function SkillsLoaded({ skill }: Props) {
  const { t } = useTranslation("skills");
  const query = useCall("skill/list", {});
  const open = skill ?? query.data?.[0]?.skill ?? null;
  if (query.data !== undefined && open !== null) {
    return <SkillDesk skills={query.data} skill={open} onReread={() => void query.refetch()} />;
  }
  if (query.data !== undefined) return <NoSkills />;
  return (
    <Page title={t("title")}>
      <Panel label={t("title")}>
        <Region query={query} loading={<Loading lines={14} />}>
          {() => null}
        </Region>
      </Panel>
    </Page>
  );
}
