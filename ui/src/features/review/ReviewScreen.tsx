import { Navigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { useCall } from "@/data/useCall";
import { ReviewDesk } from "./ReviewDesk";

type Props = { run: string };

/** Review of one run: its results, one after the other. */
export function ReviewScreen({ run }: Props) {
  const { t } = useTranslation("review");
  const query = useCall("run/get", { run });
  const about = query.data?.run.verifies;
  // Opinions are looked at beside the results they are about.
  if (about != null) return <Navigate to="/review/$run" params={{ run: about }} replace />;
  if (query.data) return <ReviewDesk detail={query.data} />;
  return (
    <Page title={t("title")}>
      <Panel label={t("keys.where")}>
        {query.isError ? (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading lines={12} />
        )}
      </Panel>
    </Page>
  );
}
