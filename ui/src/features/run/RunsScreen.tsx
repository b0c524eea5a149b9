import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

export function RunsScreen() {
  const { t } = useTranslation("run");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
