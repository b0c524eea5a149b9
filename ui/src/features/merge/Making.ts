import type { MergeChoicesView } from "@/bindings/contract";

/** What both ways of making a document are given. */
export type Making = {
  run: string;
  choices: MergeChoicesView;
  /** Rows that only a person's word brings in. */
  include: { unreviewed: boolean; rejected: boolean };
  /** True: no row would go in. */
  empty: boolean;
  onMade: (number: number) => void;
};
