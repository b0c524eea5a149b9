import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { PracticeBanner } from "@/components/PracticeBanner";
import { Region } from "@/components/Region";
import { Why } from "@/components/Why";
import { useCall } from "@/data/useCall";
import { ClosingSheet } from "./ClosingSheet";
import { SampleSection } from "./SampleSection";
import { SignBar } from "./SignBar";

type Props = { run: string };

/** The end of a review: a sample that speaks for the rest, the sheet that adds up, and a name under it. */
export function ClosingScreen({ run }: Props) {
  const { t } = useTranslation(["review", "common", "merge"]);
  const navigate = useNavigate();
  const query = useCall("signoff/get", { run });
  const sheet = query.data;
  const title = t("close.title");
  return (
    <Page
      where={
        <Link to="/review/$run" params={{ run }}>
          {sheet ? t("named", { name: sheet.name, number: sheet.number }) : t("title")}
        </Link>
      }
      title={title}
      actions={
        <>
          <Button onClick={() => void navigate({ to: "/merge/$run", params: { run } })}>
            {t("merge:open")}
          </Button>
          <Why not={query.isError && t("why.noSheet")}>
            <Button
              leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden />}
              disabled={query.isPending}
              onClick={() => window.print()}
            >
              {t("close.print")}
            </Button>
          </Why>
        </>
      }
      banner={
        sheet?.practice === true && (
          <PracticeBanner action={<Link to="/settings">{t("common:practice.addKey")}</Link>} />
        )
      }
    >
      <Panel label={t("close.sample.label")} title={t("close.sample.label")}>
        <SampleSection run={run} />
      </Panel>
      <Panel
        place="form"
        reading
        label={t("close.sheet.label")}
        title={t("close.sheet.label")}
        foot={sheet && <SignBar sheet={sheet} />}
      >
        <Region query={query}>{(known) => <ClosingSheet sheet={known} />}</Region>
      </Panel>
    </Page>
  );
}
