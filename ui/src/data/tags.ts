import type { Methods } from "@/bindings/contract";
import type { Method } from "@/platform/Platform";

/** What a method answers about, in the words of the host's `stale` notifications. */
export function tagsOf(method: Method, params: unknown): string[] {
  const id = (name: "job" | "run") => idIn(params, name);
  switch (method) {
    case "home/get":
      return ["home", "jobs", "runs", "costs", "settings"];
    case "app/info":
      return ["home", "jobs", "settings"];
    case "app/status":
      return ["status", "runs", "costs", "settings", "home"];
    case "job/list":
      return ["jobs"];
    case "job/get":
      return [`job:${id("job")}`, "skills"];
    case "job/rows":
    case "job/find":
      return [`job:${id("job")}`, `rows:${id("job")}`];
    case "files/preview":
      return [`job:${id("job")}`, `rows:${id("job")}`];
    case "job/estimate":
      return [`job:${id("job")}`, `rows:${id("job")}`, "models", "prices", "runs"];
    case "run/list":
    case "eval/get":
      return ["runs"];
    case "eval/estimate":
      return ["skills", "models", "prices", "runs"];
    case "run/get":
      return ["runs", `run:${id("run")}`];
    case "run/rows":
    case "run/transcript":
      return [`run:${id("run")}`, `rows:${id("run")}`, `review:${id("run")}`];
    case "run/agents":
    case "run/original":
      return [`run:${id("run")}`];
    case "review/rows":
    case "review/survey":
      return [`run:${id("run")}`, `rows:${id("run")}`, `review:${id("run")}`];
    case "sample/list":
    case "sample/plan":
    case "signoff/get":
      return [`run:${id("run")}`, `rows:${id("run")}`, `review:${id("run")}`, "settings"];
    case "review/item":
      return [
        `run:${id("run")}`,
        `items:${id("run")}`,
        `item:${id("run")}:${numberIn(params, "task")}`,
      ];
    case "correction/list":
      // Of all runs of the job too, whichever of them is reviewed.
      return ["home", "runs", `review:${id("run")}`];
    case "merge/choices":
      return [`run:${id("run")}`, `review:${id("run")}`, "skills"];
    case "merge/list":
      return ["runs", `merges:${id("run")}`, `review:${id("run")}`];
    case "merge/estimate":
      return [`review:${id("run")}`, "models", "prices"];
    case "opinion/list":
      return ["runs", `opinions:${id("run")}`, `rows:${id("run")}`];
    case "opinion/plan":
      return [`review:${id("run")}`, `rows:${id("run")}`, "models", "prices"];
    case "opinion/item":
      return [`items:${id("run")}`, `opinions:${id("run")}`];
    case "compare/get":
    case "compare/next":
    case "compare/rows":
      return ["compare", `review:${idIn(params, "first")}`, `review:${idIn(params, "second")}`];
    case "costs/get":
      return ["costs", "prices"];
    case "skill/list":
    case "skill/get":
    case "version/list":
      return ["skills"];
    case "rules/get":
      return ["skills"];
    case "rules/preview":
    case "learn/preview":
      return ["skills", "runs"];
    case "suggestion/preview":
      return ["skills", "runs"];
    case "since/get":
      return ["runs", `run:${idIn(params, "run")}`];
    case "suggestion/list":
      return ["skills", "runs", "suggestions"];
    case "studio/get":
      return ["skills", "studio"];
    case "key/list":
      return ["keys"];
    case "limits/list":
      return ["keys", "runs"];
    case "caps/get":
      return ["caps", "keys", "runs", "costs", "settings"];
    case "model/list":
      return ["models", "prices"];
    case "price/list":
      return ["prices"];
    case "settings/get":
      return ["settings"];
    default:
      return [];
  }
}

/**
 * What a change makes old, so that the person who made it sees it at once; the host's own notification follows and
 * reaches every other window.
 */
export function touchedBy(method: Method, params: unknown): string[] {
  const id = (name: "job" | "run" | "name") => idIn(params, name);
  switch (method) {
    case "job/create":
    case "job/duplicate":
    case "job/delete":
    case "job/restore":
      return ["jobs", "home"];
    case "job/save":
    case "job/set_table":
    case "job/unlock":
    case "files/set":
    case "job/paste":
    case "job/edit_cells":
    case "job/insert_rows":
    case "job/remove_rows":
      return [`job:${id("job")}`, `rows:${id("job")}`, "jobs", "home"];
    case "run/start":
    case "run/pause":
    case "run/resume":
    case "run/stop":
    case "run/set_ahead":
    case "run/set_agents":
    case "run/set_budget":
      return ["runs", "home", "jobs"];
    case "review/decide":
    case "review/accept_matching":
    case "review/undo":
    case "sample/draw":
    case "sample/accept_rest":
    case "signoff/sign":
    case "review/flag":
    case "review/skip":
    case "again/ask":
      return [`review:${id("run")}`, "runs", "home", "costs"];
    case "merge/table":
    case "merge/judge":
      return [`merges:${id("run")}`];
    case "merge/start":
      return [`merges:${id("run")}`, "runs", "home"];
    case "opinion/start":
      return [`opinions:${id("run")}`, "runs", "home"];
    case "suggestion/dismiss":
      return ["suggestions"];
    case "compare/pick":
    case "compare/undo":
      return ["compare"];
    case "skill/import":
    case "rules/save":
    case "suggestion/accept":
    case "studio/save":
    case "version/restore":
    case "learn/save":
    case "learn/undo":
      return ["skills", "studio", "jobs", `review:${id("run")}`];
    case "studio/keep":
      return ["studio"];
    case "studio/try":
    case "eval/start":
      return ["runs", "home"];
    case "key/set":
    case "key/remove":
      return ["keys", "models"];
    case "caps/set":
      return ["caps", "settings", "home", "status", `job:${id("name")}`];
    case "price/set":
    case "price/remove":
      return ["prices", "models"];
    case "settings/set":
      return ["settings", "home", "status"];
    default:
      return [];
  }
}

/** Methods that change something. */
export type Act = Exclude<Method, Read>;

/** Methods that only answer. */
export type Read = {
  [M in Method]: M extends
    | `${string}/${"get" | "list" | "rows" | "info" | "status" | "estimate" | "agents" | "transcript" | "item" | "next" | "page" | "survey" | "preview" | "plan" | "choices" | "original"}`
    | "job/find"
    ? M
    : never;
}[Method];

/** Parameters of a method. */
export type ParamsOf<M extends Method> = Methods[M]["params"];

/** What a method answers. */
export type ViewOf<M extends Method> = Methods[M]["view"];

function idIn(params: unknown, name: string): string {
  if (typeof params !== "object" || params === null) return "";
  const value: unknown = Reflect.get(params, name);
  return typeof value === "string" ? value : "";
}

function numberIn(params: unknown, name: string): string {
  if (typeof params !== "object" || params === null) return "";
  const value: unknown = Reflect.get(params, name);
  return typeof value === "number" ? value.toString() : "";
}
