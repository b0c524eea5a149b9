import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

export function JobsScreen() {
  const { t } = useTranslation("job");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
