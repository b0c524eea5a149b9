import { hashKey, type QueryClient } from "@tanstack/react-query";
import type {
  AgentView,
  HomeView,
  Notification,
  RunDetail,
  RunView,
  StatusView,
} from "@/bindings/contract";
import { askAgain } from "./askAgain";
import { markStale } from "./useAct";

/** Visible updates are at least this far apart: four a second. */
export const LIVE_MS = 250;

/** Lists and sums that a run at work changes are asked for again at most this often. */
export const LISTS_MS = 1500;

/**
 * Takes the host's news and writes them into the cache, merged: of many numbers of one run within a quarter of a
 * second only the last is drawn. While a run ends tasks, its rows and the money of the month grow old with it.
 */
export function createLiveNews(client: QueryClient): {
  take: (news: Notification) => void;
  stop: () => void;
} {
  const runs = new Map<string, RunView>();
  const agents = new Map<string, AgentView[]>();
  const tags = new Set<string>();
  const ended = new Map<string, number>();
  const lists = new Set<string>();
  /** When each tag was answered last: news that keeps coming is answered as rarely as lists are. */
  const told = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let listTimer: ReturnType<typeof setTimeout> | null = null;

  const flushLists = () => {
    listTimer = null;
    for (const tag of lists) told.set(tag, Date.now());
    markStale(client, [...lists]);
    lists.clear();
  };
  const flush = () => {
    timer = null;
    for (const run of runs.values()) {
      writeRun(client, run);
      askAgain(client, ({ queryHash }) => queryHash === hashKey(["run/get", { run: run.run }]));
      const count = run.tasks.done + run.tasks.failed;
      if ((ended.get(run.run) ?? count) !== count) {
        lists.add(`rows:${run.run}`).add("status").add("costs");
        listTimer ??= setTimeout(flushLists, LISTS_MS);
      }
      ended.set(run.run, count);
    }
    for (const [run, list] of agents) client.setQueryData(["run/agents", { run }], list);
    const [again, fresh] = parted([...tags], (tag) => Date.now() - (told.get(tag) ?? 0) < LISTS_MS);
    for (const tag of fresh) told.set(tag, Date.now());
    for (const tag of again) lists.add(tag);
    if (lists.size > 0) listTimer ??= setTimeout(flushLists, LISTS_MS);
    markStale(client, fresh);
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
      if (listTimer) clearTimeout(listTimer);
      timer = null;
      listTimer = null;
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
    const working = open_runs.filter((open) => open.state === "running");
    // The list ends at six; beyond that only the host knows the sums.
    if (old.open_runs.length >= 6) return { ...old, open_runs };
    return {
      ...old,
      open_runs,
      runs_at_work: working.length,
      agents_busy: working.reduce((sum, open) => sum + open.at_work, 0),
      agents_total: working.reduce((sum, open) => sum + open.agents, 0),
    };
  });
}

function parted<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
