import type { DocumentPage } from "@/bindings/contract";
import type { Turn, Zoom } from "./useDocumentSight";

/** Sizes people step through, in percent. */
const STEPS = [25, 50, 75, 100, 125, 150, 200, 300, 400];

/** Widths pages are drawn in; few, so that a page that was drawn serves again. */
const WIDTHS = [900, 1300, 1900, 2700, 3200];

/** A point of a page is a seventy-second of an inch, a pixel of a screen a ninety-sixth. */
const PIXELS_PER_POINT = 96 / 72;

/** A page's size on the screen at 100 %, turned as it is shown. */
export type PageSize = { width: number; height: number };

/** The size of a page at 100 %; none if it is text alone. */
export function sizeOf(page: DocumentPage, isPhoto: boolean, turn: Turn): PageSize | null {
  if (page.width === null || page.height === null) return null;
  const scale = isPhoto ? 1 : PIXELS_PER_POINT;
  const [width, height] = [page.width * scale, page.height * scale];
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The next step up or down from a size in percent; none at the end. */
export function zoomStep(percent: number, by: 1 | -1): number | null {
  // Half a percent is the same step: a pane is rarely as wide as a page to the pixel.
  const next =
    by === 1
      ? STEPS.find((step) => step > percent + 0.5)
      : STEPS.findLast((step) => step < percent - 0.5);
  return next ?? null;
}

/** How wide to draw a page so that it is sharp where it is shown, in pixels of the screen. */
export function widthToDraw(zoom: Zoom, width: number, pane: number, density: number): number {
  const wanted = (zoom === "fit" ? pane : (width * zoom) / 100) * density;
  return WIDTHS.find((step) => step >= wanted) ?? 3200;
}
