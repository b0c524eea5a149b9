import { useState } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { RulesTrialView, RuleUseView, SheetFaultView } from "@/bindings/contract";
import { placesOf, type Sheet, type SheetRow } from "./sheet";

/** What the latest trial says of one row. */
type RowFacts = { use: RuleUseView | undefined; fault: SheetFaultView | undefined };

/** What it says of every row, by the row's id, so that nothing flickers or changes rows while a newer trial is on its way. */
export type Facts = { rows: Map<number, RowFacts>; ran: boolean };

/** Keeps what was said of each row until a newer trial has said more. */
export function useRowFacts(trial: UseQueryResult<RulesTrialView>, tried: Sheet): Facts {
  const [held, setHeld] = useState<{ data: RulesTrialView; rows: SheetRow[] } | null>(null);
  const { data } = trial;
  if (data !== undefined && !trial.isPlaceholderData && held?.data !== data) {
    setHeld({ data, rows: tried.rows });
  }
  if (held === null) return { rows: new Map(), ran: false };
  const places = placesOf(held.rows);
  const faults = new Map(held.data.faults.map((fault) => [fault.row, fault]));
  const rows = new Map(
    held.rows.map(({ id }, at): [number, RowFacts] => {
      const place = places[at] ?? null;
      const use = place === null ? undefined : held.data.uses[place];
      return [id, { use, fault: faults.get(at) }];
    }),
  );
  return { rows, ran: held.data.run !== null };
}
