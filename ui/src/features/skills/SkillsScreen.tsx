import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

export function SkillsScreen() {
  const { t } = useTranslation("skills");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
