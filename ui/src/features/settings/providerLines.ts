import type { KeyTest, KeyView, ModelOption } from "@/bindings/contract";
import type { ShapeName } from "@/lib/shapes";
import { providerOf } from "@/lib/providers";

/** What can be said of a provider's state, a key of the words. */
type ProviderState =
  | "ready"
  | "readySession"
  | "readyEnvironment"
  | "accepted"
  | "refused"
  | "none"
  | "found"
  | "notRunning"
  | "always";

/** A provider in the list. */
export type ProviderLine = {
  provider: string;
  title: string;
  /** Its default key; none for practice, which has none. */
  key: KeyView | null;
  /** Its keys with a name of their own. */
  named: KeyView[];
  shape: ShapeName;
  state: ProviderState;
  /** Models of it in the list. */
  models: number;
  /** True if its models cost nothing. */
  free: boolean;
};

/** Every provider with its state; practice last. */
export function providerLines(
  keys: KeyView[],
  models: ModelOption[],
  tests: Record<string, KeyTest>,
  practiceTitle: string,
): ProviderLine[] {
  const count = (provider: string, ready: boolean) =>
    models.filter((m) => providerOf(m.model) === provider && (m.ready || !ready)).length;
  const firsts = keys.filter(({ name }) => name === "Default");
  const lines = firsts.map((key): ProviderLine => {
    const named = keys.filter((other) => other.provider === key.provider && other !== key);
    const usable = count(key.provider, true);
    const base = {
      provider: key.provider,
      title: key.title,
      key,
      named,
      models:
        key.place === "none" && named.length === 0
          ? key.optional
            ? usable
            : 0
          : count(key.provider, false),
      free: key.optional,
    };
    if (key.place === "none" && key.optional) {
      return usable > 0
        ? { ...base, shape: "done", state: "found" }
        : { ...base, shape: "waiting", state: "notRunning" };
    }
    if (key.place === "none") {
      return named.length > 0
        ? { ...base, shape: "done", state: placeState(named[0]?.place ?? "store") }
        : { ...base, shape: "waiting", state: "none" };
    }
    const test = tests[key.provider];
    if (test) {
      return test.accepted
        ? { ...base, shape: "done", state: "accepted", models: test.models || base.models }
        : { ...base, shape: "failed", state: "refused", models: 0 };
    }
    return { ...base, shape: "done", state: placeState(key.place) };
  });
  const practice: ProviderLine = {
    provider: "practice",
    title: practiceTitle,
    key: null,
    named: [],
    shape: "practice",
    state: "always",
    models: 0,
    free: true,
  };
  return [...lines, practice];
}

/** The environment variable a provider's key may come from. */
export function environmentName(provider: string): string {
  return `${provider.toUpperCase()}_API_KEY`;
}

function placeState(place: string): ProviderState {
  switch (place) {
    case "session":
      return "readySession";
    case "environment":
      return "readyEnvironment";
    default:
      return "ready";
  }
}
