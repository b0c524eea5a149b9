import type { QueryClient } from "@tanstack/react-query";
import type {
  AgentView,
  HomeView,
  Notification,
  RunDetail,
  RunView,
  StatusView,
} from "@/bindings/contract";
import { markStale } from "./useAct";

/** Visible updates are at least this far apart: four a second. */
export const LIVE_MS = 250;

/**
 * Takes the host's news and writes them into the cache, merged: of many numbers of one run within a quarter of a
 * second only the last is drawn.
 */
export function createLiveNews(client: QueryClient): {
  take: (news: Notification) => void;
  stop: () => void;
} {
  const runs = new Map<string, RunView>();
  const agents = new Map<string, AgentView[]>();
  const tags = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = () => {
    timer = null;
    for (const run of runs.values()) writeRun(client, run);
    for (const [run, list] of agents) client.setQueryData(["run/agents", { run }], list);
    markStale(client, [...tags]);
    runs.clear();
    agents.clear();
    tags.clear();
  };

  return {
    take: (news) => {
      if (news.kind === "run") runs.set(news.run.run, news.run);
      else if (news.kind === "agents") agents.set(news.run, news.agents);
      else for (const tag of news.tags) tags.add(tag);
      timer ??= setTimeout(flush, LIVE_MS);
    },
    stop: () => {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Replaces a run wherever the cache shows it. */
function writeRun(client: QueryClient, run: RunView): void {
  const put = (list: RunView[]) => list.map((old) => (old.run === run.run ? run : old));
  client.setQueryData<RunDetail>(["run/get", { run: run.run }], (old) => old && { ...old, run });
  client.setQueryData<RunView[]>(["run/list", {}], (old) => old && put(old));
  client.setQueryData<HomeView>(["home/get", {}], (old) => old && { ...old, runs: put(old.runs) });
  client.setQueryData<StatusView>(["app/status", {}], (old) => {
    if (!old) return old;
    const open_runs = put(old.open_runs);
    return { ...old, open_runs };
  });
}
