import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";

type Props = { run: string };

export function ReviewScreen(_props: Props) {
  const { t } = useTranslation("review");
  return (
    <Page title={t("title")}>
      <Loading />
    </Page>
  );
}
