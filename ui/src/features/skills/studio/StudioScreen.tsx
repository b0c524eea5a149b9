import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { StudioDesk } from "./StudioDesk";

type Props = {
  /** The skill to edit; null: a new one. */
  skill: string | null;
  /** The skill a new one begins as a copy of. */
  copyOf?: string | undefined;
};

/** Loads a skill for editing. */
export function StudioScreen({ skill, copyOf }: Props) {
  const { t } = useTranslation(["studio", "skills"]);
  const source = skill ?? copyOf ?? null;
  const query = useCall("studio/get", source === null ? {} : { skill: source });
  // What was asked before may be older than what was kept since; what comes later must not disturb the form.
  const [ready, setReady] = useState(false);
  if (!ready && query.data !== undefined && !query.isFetching) setReady(true);
  if (ready && query.data !== undefined) {
    return <StudioDesk view={query.data} skill={skill} source={source} />;
  }
  return (
    <Page where={<Link to="/skills">{t("skills:title")}</Link>} title={skill ?? t("new")}>
      <Panel label={skill ?? t("new")}>
        <Region query={query} loading={<Loading lines={14} />}>
          {() => <Loading lines={14} />}
        </Region>
      </Panel>
    </Page>
  );
}
