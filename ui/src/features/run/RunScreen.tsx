import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { useCall } from "@/data/useCall";
import { RunFloor } from "./RunFloor";

type Props = { run: string };

/** One run: the mill floor. */
export function RunScreen({ run }: Props) {
  const { t } = useTranslation("run");
  const query = useCall("run/get", { run });
  if (query.data) return <RunFloor detail={query.data} />;
  return (
    <Page where={<Link to="/runs">{t("title")}</Link>} title={t("keys.where")}>
      <Panel label={t("keys.where")}>
        {query.isError ? (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading lines={12} height={44} />
        )}
      </Panel>
    </Page>
  );
}
