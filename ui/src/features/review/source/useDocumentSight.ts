import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

/** Wide as the pane, or a share of the page's own size in percent. */
export type Zoom = "fit" | number;

/** Quarter turns clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** How a person looks at documents: kept from row to row, but for what belongs to one document. */
export type DocumentSight = {
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** True: the text that was read instead of the picture it was read from. */
  asText: boolean;
  setAsText: (asText: boolean) => void;
  turn: Turn;
  turnOn: () => void;
  /** The page a person went to since the evidence in view was chosen; none if they did not. */
  page: number | null;
  goTo: (page: number) => void;
  /** False: the person may be on the way to another row. */
  settled: boolean;
};

/** Rows that are left sooner are not drawn: fast keys would only make the last one wait. */
const SETTLE_MS = 120;

const NEXT: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 };

/** The sight of the documents of a review, for the row and the evidence in view. */
export function useDocumentSight(task: number, spot: number): DocumentSight {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [asText, setAsText] = useState(false);
  const [turned, setTurned] = useState<{ task: number; turn: Turn }>({ task, turn: 0 });
  const [gone, setGone] = useState({ task, spot, page: 0 });
  const [settled] = useDebouncedValue(task, SETTLE_MS);
  const turn = turned.task === task ? turned.turn : 0;
  const page = gone.task === task && gone.spot === spot && gone.page > 0 ? gone.page : null;
  return {
    zoom,
    setZoom,
    asText,
    setAsText,
    turn,
    turnOn: () => setTurned({ task, turn: NEXT[turn] }),
    page,
    goTo: (next) => setGone({ task, spot, page: next }),
    settled: settled === task,
  };
}
