import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

type Props = { job: string };

export function JobScreen(_props: Props) {
  const { t } = useTranslation("job");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
