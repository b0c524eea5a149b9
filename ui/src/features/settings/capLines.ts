import type { CapView, KeyView } from "@/bindings/contract";
import { providerTitle } from "@/lib/providers";

/** A cap of a provider, or of one of its keys. */
export type PartLine = {
  cap: CapView;
  /** What people call the provider. */
  title: string;
  /** The key's name; none: the provider's cap. */
  keyName: string | null;
};

/** The caps to show: those of day and month, then each provider with a key or a cap, followed by its keys. */
export function capLines(
  caps: CapView[],
  keys: KeyView[],
): { whole: CapView[]; parts: PartLine[] } {
  const whole = caps.filter(({ kind }) => kind === "day" || kind === "month");
  const month = whole.find(({ kind }) => kind === "month")?.period ?? "";
  const found = (kind: string, name: string): CapView =>
    caps.find((cap) => cap.kind === kind && cap.name === name) ?? {
      kind,
      name,
      period: month,
      cap_usd: null,
      spent_usd: "0",
      reserved_usd: "0",
      left_usd: null,
    };
  const used = keys.filter(({ place, optional }) => place !== "none" && !optional);
  const capped = caps.filter(
    ({ kind, cap_usd }) => kind !== "day" && kind !== "month" && cap_usd !== null,
  );
  const providers = new Set([
    ...used.map(({ provider }) => provider),
    ...capped.map(({ name }) => name.split("/", 1)[0] ?? name),
  ]);
  const parts = [...providers].flatMap((provider) => {
    const title = keys.find((key) => key.provider === provider)?.title ?? providerTitle(provider);
    const names = new Set([
      ...used.filter((key) => key.provider === provider).map(({ name }) => name),
      ...capped
        .filter(({ kind, name }) => kind === "key" && name.startsWith(`${provider}/`))
        .map(({ name }) => name.slice(provider.length + 1)),
    ]);
    // One key alone is the provider: a second line would say the same.
    const several =
      names.size > 1 ||
      capped.some(({ kind, name }) => kind === "key" && name.startsWith(`${provider}/`));
    return [
      { cap: found("provider", provider), title, keyName: null },
      ...(several
        ? [...names].map((keyName) => ({
            cap: found("key", `${provider}/${keyName}`),
            title,
            keyName,
          }))
        : []),
    ];
  });
  return { whole, parts };
}
