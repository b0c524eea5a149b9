import type { ApiError, Methods, Notification } from "@/bindings/contract";
import { CallError } from "@/lib/callError";
import type { Grant, Method, PickKind, Platform } from "@/platform/Platform";
import { createFakeEngine, type FakeEngine } from "./fakeEngine";

type Options = {
  /** `1`: full of work. `empty`: the first start. `error`: everything is refused. `slow`: nothing answers. */
  scene?: string;
  /** Answers of a test's own, in place of the fake engine's. */
  answers?: Partial<{ [M in Method]: (params: Methods[M]["params"]) => Methods[M]["view"] }>;
};

/** A platform without a host, for tests and for looking at screens in a browser. */
export type FakePlatform = Platform & {
  /** Sends news as the engine would. */
  tell: (news: Notification) => void;
  /** Every call so far, oldest first. */
  calls: { method: Method; params: unknown }[];
  /** What the next file dialogs answer; a dialog for several files takes all of them. */
  picks: (Grant | null)[];
  /** Makes every later call of a method refused; none lifts it. */
  refuse: (method: Method, error: ApiError | null) => void;
  /** The made-up truth behind it. */
  engine: FakeEngine;
};

/** What a dialog answers where a test says nothing. */
const PICKED: Record<PickKind, Omit<Grant, "grant">> = {
  table: { name: "card-2014-15.csv", kind: "table" },
  skill: { name: "my-skill.zip", kind: "document" },
  folder: { name: "statements", kind: "folder" },
};

/** Makes a platform that answers from memory. */
export function createFakePlatform(options: Options = {}): FakePlatform {
  const scene = options.scene ?? "1";
  const listeners = new Set<(news: Notification) => void>();
  const refused = new Map<Method, ApiError>();
  const tell = (news: Notification) => {
    for (const listener of listeners) listener(news);
  };
  const engine = createFakeEngine({ empty: scene === "empty", tell });
  const calls: FakePlatform["calls"] = [];
  const picks: (Grant | null)[] = [];
  return {
    engine,
    calls,
    picks,
    tell,
    refuse: (method, error) => {
      if (error) refused.set(method, error);
      else refused.delete(method);
    },
    call: async <M extends Method>(method: M, params: Methods[M]["params"]) => {
      calls.push({ method, params });
      await Promise.resolve();
      const error = refused.get(method);
      if (error) throw new CallError(error);
      if (scene === "slow") return new Promise<never>(() => undefined);
      if (scene === "error" && !method.startsWith("settings") && !method.startsWith("app")) {
        throw new CallError({
          code: "unreachable",
          message: "connection refused",
          hint: null,
          params: {},
        });
      }
      const own = options.answers?.[method];
      return structuredClone(own ? own(params) : engine.answer(method, params));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pickFile: (kind) =>
      Promise.resolve(
        picks.length > 0
          ? (picks.shift() ?? null)
          : {
              grant: `grant-${kind}`,
              ...PICKED[kind],
            },
      ),
    pickFiles: (kind) => {
      if (picks.length === 0) {
        const made =
          kind === "rows" ? PICKED.table : { name: "invoice-1.pdf", kind: "document" as const };
        return Promise.resolve([{ grant: `grant-${kind}`, ...made }]);
      }
      return Promise.resolve(picks.splice(0).filter((pick) => pick !== null));
    },
    pickSave: (_kind, name) =>
      Promise.resolve(
        picks.length > 0
          ? (picks.shift() ?? null)
          : { grant: "grant-save", name, kind: "document" },
      ),
    deliver: () => undefined,
    onFileDrop: () => () => undefined,
  };
}
