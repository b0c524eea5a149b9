import type { CostRow, Money } from "@/bindings/contract";
import { addUsd, moneyOf, picoUsd } from "@/lib/money";

/** One day of a month in the chart. */
export type MonthDay = {
  /** From 1. */
  day: number;
  /** Spent that day; none for days that have not come. */
  spent: Money | null;
  /** Spent from the first to this day; none for days that have not come. */
  soFar: Money | null;
  /** Likely sum on a day that has not come; none otherwise, and while too few days say anything. */
  likely: Money | null;
};

/** Days before which a pace says nothing: one dear day would become thirty. */
const PACE_DAYS = 3;

/** The month before or after, `YYYY-MM`. */
export function monthAfter(month: string, step: number): string {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7);
}

/** Days of a month, `YYYY-MM`. */
export function daysIn(month: string): number {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/**
 * Every day of a month with its spending and the sum so far. `today` is a day key, `YYYY-MM-DD`; days after it carry
 * what the month likely comes to at the pace so far.
 */
export function monthDays(rows: CostRow[], month: string, today: string): MonthDay[] {
  const spentOn = new Map(rows.map((row) => [row.key, row.cost_usd]));
  const passed = today.slice(0, 7) === month ? Number(today.slice(8)) : daysIn(month);
  const total = addUsd(...rows.map((row) => row.cost_usd));
  let soFar: Money = "0";
  return Array.from({ length: daysIn(month) }, (_, index): MonthDay => {
    const day = index + 1;
    if (today.slice(0, 7) === month && day > passed) {
      return {
        day,
        spent: null,
        soFar: null,
        likely: passed < PACE_DAYS ? null : atPace(total, day, passed),
      };
    }
    const spent = spentOn.get(`${month}-${day.toString().padStart(2, "0")}`) ?? "0";
    soFar = addUsd(soFar, spent);
    return { day, spent, soFar, likely: null };
  });
}

/** What `total` of `passed` days comes to after `days`. */
function atPace(total: Money, days: number, passed: number): Money {
  const pico = picoUsd(total) ?? 0n;
  return moneyOf((pico * BigInt(days)) / BigInt(Math.max(1, passed)));
}
