import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { JobDesk } from "./JobDesk";

type Props = { job: string };

/** A job: what it does, its task list, and how it runs. */
export function JobScreen({ job }: Props) {
  const { t } = useTranslation("job");
  const query = useCall("job/get", { job });
  if (query.data !== undefined) return <JobDesk view={query.data} />;
  return (
    <Page where={<Link to="/jobs">{t("title")}</Link>} title={t("job")}>
      <Panel label={t("design")}>
        <Region query={query} loading={<Loading lines={18} height={26} />}>
          {() => null}
        </Region>
      </Panel>
    </Page>
  );
}
