import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

export function SettingsScreen() {
  const { t } = useTranslation("settings");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
