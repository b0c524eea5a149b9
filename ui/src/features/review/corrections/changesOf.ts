import type { CorrectionView } from "@/bindings/contract";

/** One field of a correction: a line of the list. */
export type Change = CorrectionView & { key: string; field: string; from: string; to: string };

/** A line for each field that was corrected. */
export function changesOf(corrections: CorrectionView[]): Change[] {
  return corrections.flatMap((correction, place) =>
    correction.fields.map(({ label, from, to }) => ({
      ...correction,
      key: `${place} ${label}`,
      field: label,
      from,
      to,
    })),
  );
}
