/** Formats for moments, in one stated zone and language. */
export type Times = {
  /** `14:05` */
  clock: (at: number) => string;
  /** `14:05:12` */
  clockWithSeconds: (at: number) => string;
  /** `Tuesday 24 November` */
  day: (at: number) => string;
  /** `20 Nov` (with the year if it is not this year) */
  shortDay: (at: number) => string;
  /** `14:05` today, `20 Nov 16:31` otherwise */
  moment: (at: number) => string;
  /** `14:05 – 14:20` today, `20 Nov 16:31 – 17:02` otherwise; both days if they differ */
  span: (first: number, last: number) => string;
  /** `November` or `November 2026` from `2026-11` */
  month: (month: string, withYear: boolean) => string;
  /** `2026-11-24`, the key of a day in the zone */
  dayKey: (at: number) => string;
};

const LOCALES: Record<string, string> = { zh: "zh-CN", en: "en-GB" };

/** Makes the formats of a zone; an unknown zone falls back to UTC, which it then also says. */
export function timesIn(language: string, zone: string, now: () => number = Date.now): Times {
  const locale = LOCALES[language] ?? "en-GB";
  const timeZone = knownZone(zone);
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const clock = make({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const seconds = make({
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const longDay = make({ weekday: "long", day: "numeric", month: "long" });
  const short = make({ day: "numeric", month: "short" });
  const shortWithYear = make({ day: "numeric", month: "short", year: "numeric" });
  const key = dayKeys(timeZone);
  const shortDay = (at: number) =>
    key(at).slice(0, 4) === key(now()).slice(0, 4) ? short.format(at) : shortWithYear.format(at);
  const moment = (at: number) =>
    key(at) === key(now())
      ? clock.format(at)
      : `${locale === "zh-CN" ? slashed(key(at), key(now())) : shortDay(at)} ${clock.format(at)}`;
  return {
    clock: (at) => clock.format(at),
    clockWithSeconds: (at) => seconds.format(at),
    day: (at) => longDay.format(at).replace(",", ""),
    shortDay,
    moment,
    span: (first, last) =>
      clock.format(first) === clock.format(last) && key(first) === key(last)
        ? moment(first)
        : `${moment(first)} – ${key(first) === key(last) ? clock.format(last) : moment(last)}`,
    month: (month, withYear) => monthName(locale, month, withYear),
    dayKey: (at) => key(at),
  };
}

/**
 * Days as `2026-11-26`, from their parts: no locale writes them so in every web view, not even Canada's.
 */
function dayKeys(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const part = (type: "year" | "month" | "day") =>
      parts.find((one) => one.type === type)?.value ?? "";
    return [part("year").padStart(4, "0"), part("month"), part("day")].join("-");
  };
}

/** `11/26`, with the year if it is not this year: beside a time of day, Chinese days are written short. */
function slashed(day: string, today: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const short = `${Number(month).toString()}/${Number(date).toString()}`;
  return today.startsWith(year) ? short : `${year}/${short}`;
}

/** Chinese months are figures and written alike everywhere; systems differ in what they make of them. */
function monthName(locale: string, month: string, withYear: boolean): string {
  const [year = "", number = ""] = month.split("-");
  if (locale === "zh-CN") return `${withYear ? `${year}年` : ""}${Number(number).toString()}月`;
  return new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    month: "long",
    ...(withYear ? { year: "numeric" } : {}),
  }).format(Date.parse(`${month}-15T12:00:00Z`));
}

/** The zone if this system knows it, else UTC. */
export function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** Parts of a length of time, the two largest that matter. */
export type Length =
  | { unit: "seconds"; seconds: number }
  | { unit: "minutes"; minutes: number; seconds: number }
  | { unit: "wholeMinutes"; minutes: number }
  | { unit: "hours"; hours: number; minutes: number };

/** Splits milliseconds for words: under a minute seconds, under an hour minutes and seconds. */
export function lengthOf(ms: number): Length {
  const total = Math.max(0, Math.round(ms / 1000));
  if (total < 60) return { unit: "seconds", seconds: total };
  if (total < 3600 && total % 60 === 0) return { unit: "wholeMinutes", minutes: total / 60 };
  if (total < 3600) {
    return { unit: "minutes", minutes: Math.floor(total / 60), seconds: total % 60 };
  }
  const minutes = Math.round(total / 60);
  return { unit: "hours", hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
