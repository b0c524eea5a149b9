import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewFilter, ReviewRow, RunDetail, TaskRow } from "@/bindings/contract";
import type { CallError } from "@/lib/callError";
import { offerUndo, withdrawUndo } from "@/lib/undo";
import { usePlatform } from "@/platform/Platform";
import { isOpen, isUnfilled, judged, neighbour, nextOpen, type Queue, withRows } from "./queue";
import { useAsking, type Question } from "./useAsking";
import { filterOf, type Sight } from "./sight";
import { queueKey, useQueue, type QueueView } from "./useQueue";
import { useVerdicts, type ReviewAct, type Told, type Verdict } from "./useVerdicts";

/** An act that can be taken back. */
type Judgement = Exclude<ReviewAct, { kind: "undo" }>;

/** Many rows accepted with one key. */
type Together = Extract<ReviewAct, { kind: "all" }>;

/** What went wrong with a verdict, or with asking again. */
export type Failure = { act: ReviewAct | { kind: "ask" }; error: CallError };

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
  /** Sets or takes away the flag of the row in view; with a note, sets it or changes its note. */
  flag: (note?: string) => void;
  /** Asks the model about rows once more; the person goes on meanwhile. */
  ask: (question: Question) => void;
  /** The row that was corrected last, unless that was taken back; none: nothing was. */
  corrected: ReviewRow | null;
  /** True while verdicts are on their way: what the engine counts is behind what the person sees. */
  busy: boolean;
  /** Rows whose new answer is awaited. */
  awaited: ReadonlySet<number>;
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
  const [learnable, setLearnable] = useState<number | null>(null);
  const [editing, setEditing] = useState<number | null>(null);
  const acts = useRef<Judgement[]>([]);
  const latest = useRef<ReviewAct | null>(null);
  const verdicts = useVerdicts(run, { onDone, onFailed });
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
  const asking = useAsking(run, {
    onAnswered: (tasks) => {
      // The engine put the answers among the acts in its own order: from here on it knows what undo takes back.
      acts.current = [];
      offerUndo(t("did.answered", { count: tasks.length }), undo, "screen");
      void refresh(tasks);
    },
    onKept: (words) => setSaid(words),
    onFailed: (error) => setFailure({ act: { kind: "ask" }, error }),
  });
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
    if (verdict === "corrected") setLearnable(row.task);
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

  function onDone(act: ReviewAct, told: Told) {
    const { tasks } = told;
    const item = (task: number) => ["review/item", { run, task }];
    for (const task of tasks.slice(0, 20)) void client.invalidateQueries({ queryKey: item(task) });
    if (act.kind === "decide") setDrafts((old) => without(old, act.row.task));
    if (act.kind === "decide" && act.verdict === "corrected") void readBack(act.row.task);
    if (act.kind === "all") acceptedTogether(act, new Set(tasks));
    if (act.kind === "flag") void client.invalidateQueries({ queryKey: item(act.row.task) });
    if (act.kind !== "undo") return;
    setSaid(undoneWords(told));
    const known = new Set(act.of === null ? [] : rowsOf(act.of).map((back) => back.task));
    if (tasks.every((task) => known.has(task))) return;
    if (act.of?.kind === "all") void client.invalidateQueries({ queryKey: key, exact: true });
    else void fetchBack(tasks);
  }

  /** What undo took back, in words. */
  function undoneWords({ tasks, sample = null, skill = null, kept = false }: Told): string {
    if (sample !== null) return t("did.undoneSample", { sample });
    if (skill !== null) return t(kept ? "did.keptLesson" : "did.undoneLesson", { skill });
    return tasks.length === 0 ? t("did.nothing") : t("did.undone", { count: tasks.length });
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

  /** Shows rows as the engine has them now; the first of them, if that is as well known. */
  async function refresh(tasks: number[]) {
    const found = await Promise.all(
      tasks.slice(0, 50).map((task) => platform.call("review/item", { run, task })),
    );
    put(found.map((item) => item.row));
    if (tasks.length > found.length) await client.invalidateQueries({ queryKey: key, exact: true });
    return found;
  }

  /** Verdicts of an earlier day were taken back: shows their rows again. */
  async function fetchBack(tasks: number[]) {
    const [back] = await refresh(tasks);
    if (back) go(back.row.task);
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
      if (row && next) {
        const act: Judgement = { kind: "skip", row };
        begin(act);
        acts.current.push(act);
        go(next.task);
      } else setSaid(t("did.end"));
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
    flag: (note) => {
      if (row === null) return;
      const flagged = note !== undefined || !row.flagged;
      const words = note ?? "";
      if (flagged && row.flagged && words === row.flag_note) return;
      put([{ ...row, flagged, flag_note: words }]);
      const said = flagged ? "did.flagged" : "did.unflagged";
      keep({ kind: "flag", row, flagged, note: words }, t(said, { row: row.source_row }));
    },
    ask: (question) => {
      asking.ask(question);
      setFailure(null);
      withdrawUndo();
      setSaid(t("did.asking", { count: question.tasks.length }));
      const next = nextOpen(rowsNow(), row?.task ?? null);
      if (row && question.tasks.includes(row.task) && next) go(next.task);
    },
    corrected:
      rows.find((known) => known.task === learnable && known.verdict === "corrected") ?? null,
    busy: verdicts.isPending,
    awaited: asking.awaited,
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
