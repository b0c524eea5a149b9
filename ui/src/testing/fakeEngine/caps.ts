import type { CapView } from "@/bindings/contract";
import { addUsd, subtractUsd } from "@/lib/money";
import { cap } from "../fixtures/money";
import type { Answers } from "./answers";
import type { House } from "./house";

/** Caps beyond a run's own budget. What is spent is the month's, all of it at Anthropic with its default key. */
export function capAnswers(house: House) {
  const { empty, state, stale, money } = house;
  const view = (kind: string, name: string, period: string): CapView => {
    const { month, spent_usd, reserved_usd } = money();
    const used = kind === "month" || name.startsWith("anthropic");
    const sums =
      empty || !used ? { spent_usd: "0", reserved_usd: "0" } : { spent_usd, reserved_usd };
    const limit =
      kind === "month" ? state.settings.month_cap_usd : (state.caps.get(`${kind} ${name}`) ?? null);
    const booked = addUsd(sums.spent_usd, sums.reserved_usd);
    return cap(kind, name, {
      period: period || month,
      ...sums,
      cap_usd: limit,
      left_usd: limit === null ? null : subtractUsd(limit, booked),
    });
  };
  const caps = () => {
    const named = ["provider anthropic", "key anthropic/Default", ...state.caps.keys()]
      .map((key) => ({ kind: key.split(" ", 1)[0] ?? "", name: key.slice(key.indexOf(" ") + 1) }))
      .filter(({ kind }) => kind === "provider" || kind === "key");
    const once = new Map(named.map((one) => [`${one.kind} ${one.name}`, one]));
    return {
      zone: "Europe/London",
      caps: [
        view("day", "", new Date().toISOString().slice(0, 10)),
        view("month", "", ""),
        ...[...once.values()].map(({ kind, name }) => view(kind, name, "")),
      ],
    };
  };
  return {
    "caps/get": caps,
    "caps/set": ({ kind, name, cap_usd }) => {
      if (kind === "month") state.settings = { ...state.settings, month_cap_usd: cap_usd };
      else if (cap_usd === null) state.caps.delete(`${kind} ${name}`);
      else state.caps.set(`${kind} ${name}`, cap_usd);
      const job = kind === "job" ? state.views.get(name) : undefined;
      if (job)
        state.views.set(job.job, { ...job, cap: { ...job.cap, cap_usd, left_usd: cap_usd } });
      stale("caps", "settings", "home", "status", "jobs", `job:${name}`);
      return caps();
    },
  } satisfies Partial<Answers>;
}
