import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentPage } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { useCall } from "@/data/useCall";
import type { Evidence } from "../evidence";
import classes from "./PagePicture.module.css";
import { PictureMarks } from "./PictureMarks";
import { TextSheet } from "./TextSheet";
import { widthToDraw, type PageSize } from "./pageSize";
import type { DocumentSight } from "./useDocumentSight";
import { useScrollToMark } from "./useScrollToMark";

type Props = {
  run: string;
  task: number;
  page: DocumentPage;
  /** At 100 %, as it is turned. */
  size: PageSize;
  /** Pages of the document. */
  count: number;
  /** The document's name. */
  name: string;
  evidence: Evidence[];
  /** The evidence in view. */
  now: number | undefined;
  sight: DocumentSight;
  /** Width of the pane, in pixels. */
  pane: number;
};

/** A page as it looks, drawn by the engine, with the places results were read from marked on it. */
export function PagePicture(props: Props) {
  const { page, size, count, name, evidence, now, sight } = props;
  const { t } = useTranslation("review");
  const sheet = useRef<HTMLElement>(null);
  const places = evidence.filter((one) => one.page === page.page);
  const lies = sight.turn % 180 !== 0;
  const drawn = useCall(
    "review/page",
    {
      run: props.run,
      task: props.task,
      page: page.page,
      width: widthToDraw(sight.zoom, size.width, props.pane, window.devicePixelRatio),
      places: places.map(({ start, quote }) => ({ start, length: quote.length })),
    },
    { enabled: sight.settled, keepPrevious: true },
  );
  const picture = drawn.data;
  useScrollToMark(sheet, now, picture !== undefined);
  if (drawn.isError) {
    return (
      <>
        <ErrorNote
          error={drawn.error}
          safe={page.text === "" ? undefined : t("source.textBelow")}
          onRetry={() => void drawn.refetch()}
        />
        {page.text !== "" && (
          <TextSheet page={page} count={count} evidence={evidence} now={now} percent={100} />
        )}
      </>
    );
  }
  const unplaced = places.filter((_, at) => picture?.marks[at]?.length === 0);
  return (
    <>
      <figure
        ref={sheet}
        className={classes.sheet}
        data-lies={lies}
        style={{
          // The place is kept while the page is drawn: nothing moves when it comes.
          aspectRatio: `${size.width} / ${size.height}`,
          width: sight.zoom === "fit" ? "100%" : `${(size.width * sight.zoom) / 100}px`,
        }}
      >
        <div
          className={classes.page}
          style={{
            width: lies ? `${(size.height / size.width) * 100}%` : "100%",
            height: lies ? `${(size.width / size.height) * 100}%` : "100%",
            transform: `translate(-50%, -50%) rotate(${sight.turn}deg)`,
          }}
        >
          {picture === undefined ? (
            <p className={classes.wait} role="status">
              {t("source.drawing", { page: page.page })}
            </p>
          ) : (
            <>
              <img
                src={`data:${picture.media_type};base64,${picture.data}`}
                alt={t("source.picture", { name, page: page.page, count })}
                draggable={false}
              />
              <PictureMarks evidence={places} marks={picture.marks} now={now} turn={sight.turn} />
            </>
          )}
        </div>
      </figure>
      {unplaced.length > 0 && (
        <ul className={classes.unplaced}>
          {unplaced.map((one) => (
            <li key={one.number}>
              {t("source.foundOn", { number: one.number, page: one.page, quote: one.quote })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
