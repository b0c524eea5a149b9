import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Empty } from "@/components/Empty";
import { ErrorNote } from "@/components/ErrorNote";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { useImportSkill } from "./useImportSkill";

/** An empty library. */
export function NoSkills() {
  const { t } = useTranslation("skills");
  const bring = useImportSkill();
  return (
    <Page title={t("title")}>
      <Panel label={t("title")}>
        {bring.error && <ErrorNote error={bring.error} safe={t("import.safe")} />}
        <Empty
          title={t("none.title")}
          action={
            <>
              <Button variant="filled" onClick={() => void bring.pick("folder")}>
                {t("import.folder")}
              </Button>
              <Button onClick={() => void bring.pick("skill")}>{t("import.zip")}</Button>
            </>
          }
        >
          {t("none.text")}
        </Empty>
      </Panel>
    </Page>
  );
}
