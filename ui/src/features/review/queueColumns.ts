import type { RunDetail, TaskRow } from "@/bindings/contract";

/** Which columns of the file name a row in the queue: words at the left, an amount at the right. */
export type QueueColumns = { label: number; amount: number | null };

/** Rows looked at to tell words from amounts. */
const SAMPLE = 60;
const AMOUNT = /^[-−(]?[\d.,'’\s]*\d[\d.,'’\s]*\)?$/;

/** A cell as the queue shows it: of a path only the file's name. */
export function queueLabel(text: string): string {
  const plain = text.trim();
  return /[\\/][^\\/]+\.\w{2,5}$/.test(plain) ? (plain.split(/[\\/]/).at(-1) ?? plain) : plain;
}

/** Texts of a column, as far as the first rows say. */
function textsOf(rows: Pick<TaskRow, "cells">[], column: number): string[] {
  return rows
    .slice(0, SAMPLE)
    .map((row) => (row.cells[column] ?? "").trim())
    .filter((text) => text !== "");
}

/** True for a column that holds nothing but amounts, as far as the first rows say. */
export function isAmountColumn(rows: Pick<TaskRow, "cells">[], column: number): boolean {
  const found = textsOf(rows, column);
  return found.length > 0 && found.every((text) => AMOUNT.test(text));
}

/** Of the columns the skill reads, the text that tells rows apart best, and the last column of amounts. */
export function queueColumns(
  detail: Pick<RunDetail, "columns" | "used_columns">,
  rows: Pick<TaskRow, "cells">[],
): QueueColumns {
  const used =
    detail.used_columns.length > 0 ? detail.used_columns : detail.columns.map((_, at) => at);
  const texts = (column: number) => textsOf(rows, column);
  const isAmount = (column: number) => isAmountColumn(rows, column);
  const words = used.filter((column) => !isAmount(column));
  const [label = used[0] ?? 0] = [...words].sort(
    (a, b) => new Set(texts(b)).size - new Set(texts(a)).size,
  );
  return { label, amount: used.findLast((column) => column !== label && isAmount(column)) ?? null };
}
