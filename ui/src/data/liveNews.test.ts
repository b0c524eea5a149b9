import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RunView } from "@/bindings/contract";
import { run } from "@/testing/fixtures/runs";
import { createLiveNews, LISTS_MS, LIVE_MS } from "./liveNews";

const at = (done: number) =>
  run("run-1", { tasks: { total: 9, done, failed: 0, waiting: 9 - done } });

describe("news of the engine", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("draws at most four times a second, and then the last numbers", () => {
    const client = new QueryClient();
    client.setQueryData(["run/list", {}], [at(0)]);
    const drawn: number[] = [];
    client.getQueryCache().subscribe(() => {
      const list = client.getQueryData<RunView[]>(["run/list", {}]);
      drawn.push(list?.[0]?.tasks.done ?? -1);
    });
    const live = createLiveNews(client);
    for (const done of [1, 2, 3]) live.take({ kind: "run", run: at(done) });
    expect(drawn).toEqual([]);
    vi.advanceTimersByTime(LIVE_MS);
    expect([...new Set(drawn)]).toEqual([3]);
    live.stop();
  });

  it("asks again only for answers that carry a stale tag", () => {
    const client = new QueryClient();
    const invalidated: unknown[] = [];
    vi.spyOn(client, "invalidateQueries").mockImplementation((filters) => {
      for (const query of client.getQueryCache().getAll()) {
        if (filters?.predicate?.(query)) invalidated.push(query.queryKey[0]);
      }
      return Promise.resolve();
    });
    client.setQueryData(["key/list", {}], {});
    client.setQueryData(["model/list", {}], []);
    client.setQueryData(["job/get", { job: "job-1" }], {});
    client.setQueryData(["job/get", { job: "job-2" }], {});
    const live = createLiveNews(client);
    live.take({ kind: "stale", tags: ["keys", "job:job-2"] });
    vi.advanceTimersByTime(LIVE_MS);
    expect(invalidated).toEqual(["key/list", "job/get"]);
    live.stop();
  });

  it("asks for rows and sums again while a run ends tasks, but not with every number", () => {
    const client = new QueryClient();
    const marked = vi.spyOn(client, "invalidateQueries").mockResolvedValue();
    client.setQueryData(["run/rows", { run: "run-1" }], {});
    const live = createLiveNews(client);
    for (const done of [1, 2, 3, 4]) {
      live.take({ kind: "run", run: at(done) });
      vi.advanceTimersByTime(LIVE_MS);
    }
    expect(marked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(LISTS_MS);
    expect(marked).toHaveBeenCalledTimes(1);
    const [filters] = marked.mock.calls[0] ?? [];
    const query = client.getQueryCache().find({ queryKey: ["run/rows", { run: "run-1" }] });
    expect(query && filters?.predicate?.(query)).toBe(true);
    live.stop();
  });

  it("answers news that keeps coming as rarely as lists, and the last of it for sure", () => {
    const client = new QueryClient();
    const marked = vi.spyOn(client, "invalidateQueries").mockResolvedValue();
    const live = createLiveNews(client);
    const tell = () => live.take({ kind: "stale", tags: ["review:run-1"] });
    for (let verdict = 0; verdict < 6; verdict += 1) {
      tell();
      vi.advanceTimersByTime(LIVE_MS);
    }
    expect(marked).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(LISTS_MS);
    expect(marked).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(LISTS_MS);
    tell();
    vi.advanceTimersByTime(LIVE_MS);
    expect(marked).toHaveBeenCalledTimes(3);
    live.stop();
  });

  it("keeps the status line in step with the runs it lists", () => {
    const client = new QueryClient();
    const running = { ...at(1), state: "running", at_work: 3, agents: 8 };
    client.setQueryData(["app/status", {}], {
      open_runs: [running],
      runs_at_work: 1,
      agents_busy: 3,
      agents_total: 8,
    });
    const live = createLiveNews(client);
    live.take({ kind: "run", run: { ...running, state: "paused", at_work: 0 } });
    vi.advanceTimersByTime(LIVE_MS);
    expect(client.getQueryData(["app/status", {}])).toMatchObject({
      runs_at_work: 0,
      agents_busy: 0,
      agents_total: 0,
    });
    live.stop();
  });
});
