import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { Notice } from "@/components/Notice";
import { showBytes } from "@/lib/numbers";
import type { Exporting } from "./useExport";

type Props = { exporting: Exporting };

/** What became of the last export: the path and what to know about the file, or why there is none. */
export function ExportNote({ exporting }: Props) {
  const { t } = useTranslation(["run", "common"]);
  const { written } = exporting;
  if (exporting.error !== null) {
    return <ErrorNote error={exporting.error} safe={t("export.safe")} onRetry={exporting.again} />;
  }
  if (written === null) return null;
  return (
    <Notice
      shape="done"
      action={
        <Button size="sm" onClick={exporting.dismiss}>
          {t("common:do.close")}
        </Button>
      }
    >
      {[
        t("export.saved", { path: written.path, size: showBytes(written.bytes) }),
        written.neutralised > 0 && t("export.neutralised", { count: written.neutralised }),
        written.unreviewed > 0
          ? t("export.unreviewed", { count: written.unreviewed })
          : t("export.reviewed"),
      ]
        .filter((part) => part !== false)
        .reduce((first, second) => t("sentence.two", { first, second }))}
    </Notice>
  );
}
