import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Empty } from "@/components/Empty";
import { Page } from "@/components/Page";

/** An address that leads nowhere. */
export function NotFound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page title={t("app")}>
      <Empty
        title={t("notFound.what")}
        action={<Button onClick={() => void navigate({ to: "/" })}>{t("notFound.home")}</Button>}
      />
    </Page>
  );
}
