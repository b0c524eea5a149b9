import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { MergeView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { PracticeBanner } from "@/components/PracticeBanner";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { DocumentFoot } from "./DocumentFoot";
import { DocumentList } from "./DocumentList";
import { MergeDocument } from "./MergeDocument";
import { MergeForm } from "./MergeForm";

type Props = {
  run: string;
  /** The number of the document in view; none: the newest. */
  number: number | null;
};

/** Results of many tasks as one document: made here, read here, with a way back from each line to its rows. */
export function MergeScreen({ run, number }: Props) {
  const { t } = useTranslation(["merge", "common"]);
  const navigate = useNavigate();
  const runs = useCall("run/list", {});
  const query = useCall("merge/list", { run });
  const of = runs.data?.find((one) => one.run === run);
  const merges = query.data ?? [];
  const shown = merges.find((one) => one.number === number) ?? merges[0];
  const open = (chosen: number) =>
    void navigate({ to: "/merge/$run", params: { run }, search: { document: chosen } });
  return (
    <Page
      where={
        <Link to="/review/$run" params={{ run }}>
          {of ? t("named", { name: of.name, number: of.number }) : t("review")}
        </Link>
      }
      title={t("title")}
      banner={
        shown?.practice === true && (
          <PracticeBanner action={<Link to="/settings">{t("common:practice.addKey")}</Link>} />
        )
      }
    >
      <Panel place="list" label={t("make.title")} title={t("make.title")}>
        <MergeForm run={run} onMade={open} />
        {merges.length > 1 && (
          <DocumentList merges={merges} shown={shown?.number ?? null} onOpen={open} />
        )}
      </Panel>
      <Panel
        label={t("document")}
        title={shown ? t("documentNumber", { number: shown.number }) : t("document")}
        foot={shown && <DocumentFoot merge={shown} name={of?.name ?? ""} />}
      >
        <Region query={query}>
          {() =>
            shown ? (
              <MergeDocument key={keyOf(shown)} merge={shown} />
            ) : (
              <Empty title={t("none")}>{t("noneText")}</Empty>
            )
          }
        </Region>
      </Panel>
    </Page>
  );
}

const keyOf = (merge: MergeView) => `${merge.run}:${merge.number}`;
