import type { GridRange } from "./gridEvents";

/** Height of a row in px; the grid scans, so it is dense. */
export const GRID_ROW = 26;

/** Time in ms after which the grid has scrolled. */
const SETTLED = 60;

/** Height of the heads. */
const HEADS = 57;

/** A cell: its row in the view, its column in the list and, among the columns shown, in the grid. */
type Cell = { row: number; column: number; x: number };

/** Brings a cell of the grid into sight, if it is not; `top` is how far the rows are scrolled. */
export async function showCell(
  grid: HTMLRevoGridElement,
  { row, column, x }: Cell,
  top: number,
): Promise<void> {
  await showRow(grid, row, top);
  if (x >= 0 && !isHeadInSight(grid, column)) await grid.scrollToColumnIndex(x);
}

/** Chooses cells and gives the focus to the first. */
export async function chooseCells(
  grid: HTMLRevoGridElement,
  { x, y, x1, y1 }: GridRange,
  top: number,
): Promise<void> {
  await showRow(grid, y, top);
  await grid.setCellsFocus({ x, y }, { x: x1, y: y1 });
  setTimeout(() => {
    alignNumbers(grid);
    // Where the row with the focus has gone, the focus went with it.
    void focusCell(grid);
  }, SETTLED);
}

/** The grid's own scrolling to a row that was only just made leaves the row numbers behind. */
function alignNumbers(grid: HTMLRevoGridElement): void {
  const [rows, ...others] = [
    ...grid.querySelectorAll("revogr-viewport-scroll.rgCol .vertical-inner"),
    ...grid.querySelectorAll("revogr-viewport-scroll:not(.rgCol) .vertical-inner"),
  ];
  for (const other of others) if (rows) other.scrollTop = rows.scrollTop;
}

async function showRow(grid: HTMLRevoGridElement, row: number, top: number): Promise<void> {
  const height = grid.clientHeight - HEADS;
  const from = row * GRID_ROW;
  if (from >= top && from + GRID_ROW <= top + height) return;
  // In the middle, so that what is around it is seen too.
  const first = Math.max(0, row - Math.floor(height / GRID_ROW / 2));
  await grid.scrollToRow(first);
  // The grid tells only of what a person scrolls; the rows that are in sight now have to be asked for as well.
  const detail = { dimension: "rgRow", coordinate: first * GRID_ROW };
  grid.dispatchEvent(new CustomEvent("viewportscroll", { detail }));
}

function isHeadInSight(grid: HTMLRevoGridElement, column: number): boolean {
  const head = grid.querySelector(`[data-column="${column}"]`);
  const frame = head?.closest("revogr-viewport-scroll") ?? grid;
  if (!head) return false;
  const { left, right } = head.getBoundingClientRect();
  const room = frame.getBoundingClientRect();
  return left >= room.left - 1 && right <= room.right + 1;
}

/** Gives the focus back to the chosen cell, if it is nowhere. */
export async function focusCell(grid: HTMLRevoGridElement): Promise<void> {
  const focused = await grid.getFocused();
  if (!focused || document.activeElement !== document.body) return;
  const { cell, colType, rowType } = focused;
  grid
    .querySelector<HTMLElement>(
      `revogr-data[type="${rowType}"][col-type="${colType}"] [data-rgrow="${cell.y}"][data-rgcol="${cell.x}"]`,
    )
    ?.focus();
}
