import { useElementSize } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { DocumentPage, DocumentView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { useShortcuts } from "@/lib/shortcuts";
import type { Evidence } from "../evidence";
import { DocumentBar, type PageActs } from "./DocumentBar";
import classes from "./DocumentPane.module.css";
import { PagePicture } from "./PagePicture";
import { sizeOf, zoomStep } from "./pageSize";
import { TextSheet } from "./TextSheet";
import type { DocumentSight } from "./useDocumentSight";

/** Before the pane was measured. */
const USUAL_PANE = 520;

type Props = {
  run: string;
  task: number;
  document: DocumentView;
  evidence: Evidence[];
  /** The evidence in view, by its place. */
  spot: number;
  sight: DocumentSight;
};

/** The document of a row: its pages as they look or as they read, and what is wrong with it. */
export function DocumentPane({ run, task, document, evidence, spot, sight }: Props) {
  const { t } = useTranslation("review");
  const { ref, width } = useElementSize();
  const pane = width || USUAL_PANE;
  const count = document.pages.length;
  const wanted = sight.page ?? evidence[spot]?.page ?? 1;
  const page = document.pages[Math.min(Math.max(wanted, 1), Math.max(count, 1)) - 1];
  const size = page === undefined ? null : sizeOf(page, document.kind === "image", sight.turn);
  const asPicture = size !== null && !sight.asText;
  const percent = sight.zoom === "fit" ? (asPicture ? (pane / size.width) * 100 : 100) : sight.zoom;
  const acts = actsOf({ sight, page, count, percent, asPicture, hasPicture: size !== null });
  const key = (keys: string, act: keyof PageActs) => ({
    keys,
    label: t(`source.${act}`),
    run: () => acts[act]?.(),
    enabled: acts[act] !== null,
  });
  useShortcuts(t("keys.source"), [
    key("pageup", "previous"),
    key("pagedown", "next"),
    key("-", "smaller"),
    key("+", "larger"),
    key("w", "fit"),
    key("0", "actual"),
    key("r", "turn"),
    key("t", "text"),
  ]);
  const now = evidence[spot]?.number;
  const name = document.name === "" ? t("source.document") : document.name;
  return (
    <>
      {page !== undefined && (
        <DocumentBar
          name={name}
          page={page.page}
          count={count}
          percent={percent}
          asText={sight.asText}
          acts={acts}
        />
      )}
      <div className={classes.pane}>
        {document.fault !== null && (
          <ErrorNote
            error={document.fault}
            safe={page === undefined ? undefined : t("source.stillThere")}
          />
        )}
        <div ref={ref} className={classes.inside}>
          {page !== undefined && asPicture && (
            <PagePicture
              key={`${task} ${page.page}`}
              {...{ run, task, page, size, count, name, evidence, now, sight, pane }}
            />
          )}
          {page !== undefined && !asPicture && (
            <TextSheet {...{ page, count, evidence, now, percent }} />
          )}
        </div>
      </div>
    </>
  );
}

type Seen = {
  sight: DocumentSight;
  page: DocumentPage | undefined;
  count: number;
  percent: number;
  asPicture: boolean;
  hasPicture: boolean;
};

function actsOf({ sight, page, count, percent, asPicture, hasPicture }: Seen): PageActs {
  const at = page?.page ?? 1;
  const zoomTo = (by: 1 | -1) => {
    const step = zoomStep(percent, by);
    return step === null ? null : () => sight.setZoom(step);
  };
  return {
    previous: at > 1 ? () => sight.goTo(at - 1) : null,
    next: at < count ? () => sight.goTo(at + 1) : null,
    smaller: zoomTo(-1),
    larger: zoomTo(1),
    fit: asPicture ? () => sight.setZoom("fit") : null,
    actual: () => sight.setZoom(100),
    turn: asPicture ? sight.turnOn : null,
    text: hasPicture && page?.text !== "" ? () => sight.setAsText(!sight.asText) : null,
  };
}
