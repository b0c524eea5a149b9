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
