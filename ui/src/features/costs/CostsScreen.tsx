import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

export function CostsScreen() {
  const { t } = useTranslation("costs");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
