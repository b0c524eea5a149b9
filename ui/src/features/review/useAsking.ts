import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAct } from "@/data/useAct";
import type { CallError } from "@/lib/callError";

/** Rows to ask about once more, and what the model is told. */
export type Question = {
  tasks: number[];
  note: string;
  /** True: the model sees what it answered before. */
  withAnswer: boolean;
  /** Another cap for the run; absent: the one it has. */
  budget?: string;
};

type Listeners = {
  onAnswered: (tasks: number[]) => void;
  /** No row has a new answer: why, in words. */
  onKept: (words: string) => void;
  onFailed: (error: CallError) => void;
};

/** Asks the model about rows once more, several times at once if the person does; an answer may take a while. */
export function useAsking(run: string, { onAnswered, onKept, onFailed }: Listeners) {
  const { t } = useTranslation("review");
  const act = useAct("again/ask");
  const [awaited, setAwaited] = useState<ReadonlySet<number>>(new Set());
  const ask = ({ tasks, note, withAnswer, budget }: Question) => {
    setAwaited((old) => new Set([...old, ...tasks]));
    act.mutate(
      {
        run,
        tasks,
        note,
        with_answer: withAnswer,
        ...(budget === undefined ? {} : { budget_usd: budget }),
      },
      {
        onSuccess: (told) => {
          const answered = told.rows.filter((row) => row.asked.version !== null);
          if (answered.length > 0) onAnswered(answered.map((row) => row.task));
          else onKept(t(told.no_room ? "did.noRoom" : "did.kept", { count: told.kept }));
        },
        onError: onFailed,
        onSettled: () =>
          setAwaited((old) => new Set([...old].filter((task) => !tasks.includes(task)))),
      },
    );
  };
  return { ask, awaited };
}
