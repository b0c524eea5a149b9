import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

type Props = { skill: string };

export function SkillScreen(_props: Props) {
  const { t } = useTranslation("skills");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
