import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

export function HomeScreen() {
  const { t } = useTranslation("home");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
