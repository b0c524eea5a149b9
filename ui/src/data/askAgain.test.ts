import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { RunDetail } from "@/bindings/contract";
import { run } from "@/testing/fixtures/runs";
import { createLiveNews, LIVE_MS } from "./liveNews";
import { markStale } from "./useAct";

const key = ["run/get", { run: "run-1" }];

/** A client that is being asked for a run for the first time; every question is answered by hand, with a state. */
function asked() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const answers: ((state: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: () =>
      new Promise((resolve) => answers.push((state) => resolve({ run: run("run-1", { state }) }))),
  });
  observer.subscribe(() => undefined);
  return { client, answers, state: () => client.getQueryData<RunDetail>(key)?.run.state };
}

it("asks again when a change is told while the first answer is on its way", async () => {
  const { client, answers, state } = asked();
  markStale(client, ["runs"]);
  answers[0]?.("running");
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.("finished");
  await vi.waitFor(() => expect(state()).toBe("finished"));
});

it("asks again when a run ends while it is being opened", async () => {
  vi.useFakeTimers();
  const { client, answers, state } = asked();
  const live = createLiveNews(client);
  live.take({ kind: "run", run: run("run-1", { state: "finished" }) });
  vi.advanceTimersByTime(LIVE_MS);
  vi.useRealTimers();
  answers[0]?.("running");
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.("finished");
  await vi.waitFor(() => expect(state()).toBe("finished"));
  live.stop();
});
