import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

export function ReviewListScreen() {
  const { t } = useTranslation("review");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
