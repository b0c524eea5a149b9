import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewFilter, ReviewRow, RunDetail, TaskRow } from "@/bindings/contract";
import { useAct } from "@/data/useAct";
import type { CallError } from "@/lib/callError";
import { offerUndo, withdrawUndo } from "@/lib/undo";
import { usePlatform } from "@/platform/Platform";
import { isOpen, isUnfilled, judged, neighbour, nextOpen, type Queue, withRows } from "./queue";
import { filterOf, type Sight } from "./sight";
import { queueKey, useQueue, type QueueView } from "./useQueue";
import { useVerdicts, type ReviewAct, type Verdict } from "./useVerdicts";

/** An act that can be taken back. */
type Judgement = Exclude<ReviewAct, { kind: "undo" }>;

/** Many rows accepted with one key. */
type Together = Extract<ReviewAct, { kind: "all" }>;

/** What went wrong with a verdict. */
export type Failure = { act: ReviewAct; error: CallError };

/** A review in progress: the queue, the row in view, and what a person can do. */
export type Review = {
  queue: QueueView;
  row: ReviewRow | null;
  go: (task: number) => void;
  step: (by: 1 | -1) => void;
  skip: () => void;
  accept: () => void;
  reject: () => void;
  /** Corrects the row in view: changed fields as typed, and all results as they will be shown. */
  correct: (fields: Record<string, string>, shown: string[]) => void;
  /** Accepts all open rows that match; `count` is how many the person was told it would be. */
  acceptAll: (filter: ReviewFilter, count: number) => void;
  /** Sets or takes away the flag of the row in view. */
  flag: () => void;
  undo: () => void;
  failure: Failure | null;
  dismiss: () => void;
  /** A word about what just happened, when there is nothing to take back. */
  said: string | null;
  /** What is typed and not saved yet, by task. */
  draft: Record<string, string> | null;
  /** Begins or goes on correcting; left out, with what was typed before. */
  edit: (draft?: Record<string, string>) => void;
  stopEditing: () => void;
};

type Params = { detail: RunDetail; sight: Sight; first: number | null };

/** Keeps a review: every verdict shows at once, is sent behind, and comes back if it was refused. */
export function useReview({ detail, sight, first }: Params): Review {
  const { t } = useTranslation("review");
  const platform = usePlatform();
  const client = useQueryClient();
  const { run } = detail.run;
  const params = { run, sight };
  const key = queueKey(params);
  const [chosen, setChosen] = useState<number | null>(first);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Record<string, string>>>(new Map());
  const [editing, setEditing] = useState<number | null>(null);
  const acts = useRef<Judgement[]>([]);
  const latest = useRef<ReviewAct | null>(null);
  const verdicts = useVerdicts(run, { onDone, onFailed });
  const flags = useAct("review/flag");
  const queue = useQueue(params, detail.run.review, verdicts.isPending);
  const rows = queue.rows ?? [];
  const row =
    rows.find((known) => known.task === chosen) ?? rows.find(isOpen) ?? rows.at(0) ?? null;

  const rowsNow = () => client.getQueryData<Queue>(key)?.rows ?? [];
  const put = (changed: ReviewRow[]) =>
    client.setQueryData<Queue>(key, (old) => old && { ...old, rows: withRows(old.rows, changed) });
  const go = (task: number) => {
    setChosen(task);
    setEditing(null);
  };
  const begin = (act: ReviewAct) => {
    latest.current = act;
    setFailure(null);
    setSaid(null);
    withdrawUndo();
    verdicts.mutate(act);
  };
  const undo = () => {
    const of = acts.current.pop() ?? null;
    if (of !== null) {
      put(rowsOf(of));
      const [back] = rowsOf(of);
      if (back) go(back.task);
    }
    begin({ kind: "undo", of });
  };
  const keep = (act: Judgement, words: string) => {
    begin(act);
    acts.current.push(act);
    offerUndo(words, undo, "screen");
  };
  const decide = (verdict: Verdict, fields: Record<string, string> = {}, shown?: string[]) => {
    if (row === null || row.outcome !== "done") return;
    const next = nextOpen(rowsNow(), row.task) ?? neighbour(rowsNow(), row.task, 1);
    put([judged(row, verdict, shown)]);
    keep({ kind: "decide", row, verdict, fields }, wordsOf(row, verdict, shown));
    if (next) go(next.task);
    setEditing(null);
  };
  const wordsOf = (of: TaskRow, verdict: Verdict, shown?: string[]) => {
    const changed = shown?.find((text, at) => text !== of.shown[at]);
    if (verdict !== "corrected") return t(`did.${verdict}`, { row: of.source_row });
    return changed === undefined || changed === ""
      ? t("did.correctedPlain", { row: of.source_row })
      : t("did.corrected", { row: of.source_row, text: changed });
  };

  function onDone(act: ReviewAct, tasks: number[]) {
    const item = (task: number) => ["review/item", { run, task }];
    for (const task of tasks.slice(0, 20)) void client.invalidateQueries({ queryKey: item(task) });
    if (act.kind === "decide") setDrafts((old) => without(old, act.row.task));
    if (act.kind === "decide" && act.verdict === "corrected") void readBack(act.row.task);
    if (act.kind === "all") acceptedTogether(act, new Set(tasks));
    if (act.kind !== "undo") return;
    setSaid(tasks.length === 0 ? t("did.nothing") : t("did.undone", { count: tasks.length }));
    const known = new Set(act.of === null ? [] : rowsOf(act.of).map((back) => back.task));
    if (tasks.every((task) => known.has(task))) return;
    if (act.of?.kind === "all") void client.invalidateQueries({ queryKey: key, exact: true });
    else void fetchBack(tasks);
  }

  /** The list shows what was really accepted: rows that were left out come back, others join in. */
  function acceptedTogether({ rows: known }: Together, accepted: ReadonlySet<number>) {
    put(known.filter(({ task }) => !accepted.has(task)));
    const late = rowsNow().filter((other) => accepted.has(other.task) && isOpen(other));
    put(late.map((other) => judged(other, "accepted")));
    known.push(...late);
  }

  function onFailed(act: ReviewAct, error: CallError) {
    setFailure({ act, error });
    acts.current = acts.current.filter((other) => other !== act);
    if (act.kind === "undo") {
      void client.invalidateQueries({ queryKey: key, exact: true });
      return;
    }
    withdrawUndo();
    put(rowsOf(act));
    // The person is taken back only if they have done nothing since.
    if (act.kind === "decide" && latest.current === act) {
      setChosen(act.row.task);
      if (act.verdict === "corrected") setEditing(act.row.task);
    }
  }

  /** What was typed is shown as the engine has read it: amounts, dates and lists in its own form. */
  async function readBack(task: number) {
    const item = await platform.call("review/item", { run, task });
    const stillSo = rowsNow().some((known) => known.task === task && known.verdict === "corrected");
    if (stillSo) put([item.row]);
  }

  /** Verdicts of an earlier day were taken back: shows their rows again. */
  async function fetchBack(tasks: number[]) {
    const found = await Promise.all(
      tasks.slice(0, 50).map((task) => platform.call("review/item", { run, task })),
    );
    put(found.map((item) => item.row));
    const [back] = found;
    if (back) go(back.row.task);
    if (tasks.length > found.length) await client.invalidateQueries({ queryKey: key, exact: true });
  }

  return {
    queue,
    row,
    go,
    step: (by) => {
      const next = neighbour(rowsNow(), row?.task ?? null, by);
      if (next) go(next.task);
    },
    skip: () => {
      const next = nextOpen(rowsNow(), row?.task ?? null);
      if (next) go(next.task);
      else setSaid(t("did.end"));
    },
    accept: () => decide("accepted"),
    reject: () => decide("rejected"),
    correct: (fields, shown) => {
      if (row) setDrafts((old) => new Map(old).set(row.task, fields));
      decide("corrected", fields, shown);
    },
    acceptAll: (filter, count) => {
      // What the engine accepts is known when it answers; where all of the list is meant, it shows at once.
      const all = hashKey([filter]) === hashKey([filterOf(sight)]);
      const open = all ? rowsNow().filter((known) => isOpen(known) && !isUnfilled(known)) : [];
      put(open.map((known) => judged(known, "accepted")));
      keep({ kind: "all", filter, count, rows: open }, t("did.all", { count }));
    },
    flag: () => {
      if (row === null) return;
      const flagged = !row.flagged;
      put([{ ...row, flagged }]);
      setSaid(t(flagged ? "did.flagged" : "did.unflagged", { row: row.source_row }));
      flags.mutate({ run, task: row.task, flagged });
    },
    undo,
    failure,
    dismiss: () => setFailure(null),
    said,
    draft: row !== null && editing === row.task ? (drafts.get(row.task) ?? {}) : null,
    edit: (draft) => {
      if (row === null) return;
      if (draft) setDrafts((old) => new Map(old).set(row.task, draft));
      setEditing(row.task);
    },
    stopEditing: () => {
      if (row) setDrafts((old) => without(old, row.task));
      setEditing(null);
    },
  };
}

/** The rows an act changed, as they were before it. */
function rowsOf(act: Judgement): ReviewRow[] {
  return act.kind === "all" ? act.rows : [act.row];
}

function without<V>(map: ReadonlyMap<number, V>, key: number): ReadonlyMap<number, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
