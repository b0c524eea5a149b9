import type { TFunction } from "i18next";

/** A length that was estimated, rounded to what can be meant: `about 2 min`. */
export function aboutTime(t: TFunction<"job">, seconds: number): string {
  if (seconds < 1) return t("time.instant");
  if (seconds < 55)
    return t("time.seconds", {
      count: seconds < 10 ? Math.ceil(seconds) : Math.round(seconds / 5) * 5,
    });
  if (seconds < 3_570) return t("time.minutes", { count: Math.max(1, Math.round(seconds / 60)) });
  const minutes = Math.round(seconds / 300) * 5;
  return t("time.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
