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

/** Of the columns the skill reads, the text that tells rows apart best, and the last column of amounts. */
export function queueColumns(
  detail: Pick<RunDetail, "columns" | "used_columns">,
  rows: Pick<TaskRow, "cells">[],
): QueueColumns {
  const used =
    detail.used_columns.length > 0 ? detail.used_columns : detail.columns.map((_, at) => at);
  const sample = rows.slice(0, SAMPLE);
  const texts = (column: number) =>
    sample.map((row) => (row.cells[column] ?? "").trim()).filter((text) => text !== "");
  const isAmount = (column: number) => {
    const found = texts(column);
    return found.length > 0 && found.every((text) => AMOUNT.test(text));
  };
  const words = used.filter((column) => !isAmount(column));
  const [label = used[0] ?? 0] = [...words].sort(
    (a, b) => new Set(texts(b)).size - new Set(texts(a)).size,
  );
  return { label, amount: used.findLast((column) => column !== label && isAmount(column)) ?? null };
}
