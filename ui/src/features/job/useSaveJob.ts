import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { JobSaveParams, JobView } from "@/bindings/contract";
import { callErrorOf, type CallError } from "@/lib/callError";
import { useAct } from "@/data/useAct";

/** Parts of a job that a person changes. */
type JobChanges = Omit<JobSaveParams, "job">;

/** Changes that show at once. */
type ShownChanges = Omit<JobChanges, "skill">;

/** A job that saves itself. */
export type SaveJob = {
  /** The job as the person has it: what was said by the host, with changes on their way on top. */
  job: JobView;
  change: (changes: JobChanges) => void;
  /** Why the last change was not saved; the job shows what is saved. */
  error: CallError | null;
  /** Waits until every change is saved; false if one was refused. */
  settled: () => Promise<boolean>;
};

/** Saves every change by itself, in order, and shows it at once. */
export function useSaveJob(view: JobView): SaveJob {
  const client = useQueryClient();
  const save = useAct("job/save");
  const [pending, setPending] = useState<ShownChanges>({});
  const [error, setError] = useState<CallError | null>(null);
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));
  const waiting = useRef(0);

  const change = (changes: JobChanges) => {
    setPending((now) => ({ ...now, ...shownOf(changes) }));
    waiting.current += 1;
    queue.current = queue.current.then(async () => {
      let saved = true;
      try {
        const fresh = await save.mutateAsync({ job: view.job, ...changes });
        client.setQueryData(["job/get", { job: view.job }], fresh);
        setError(null);
      } catch (thrown) {
        setError(callErrorOf(thrown));
        saved = false;
      }
      waiting.current -= 1;
      if (waiting.current === 0) setPending({});
      return saved;
    });
  };
  return { job: { ...view, ...pending }, change, error, settled: () => queue.current };
}

/** A skill changes inputs and outputs with it, so it shows when the host has answered. */
function shownOf(changes: JobChanges): ShownChanges {
  const shown = { ...changes };
  delete shown.skill;
  return shown;
}
