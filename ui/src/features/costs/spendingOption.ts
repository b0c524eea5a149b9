import type { EChartsCoreOption } from "echarts/core";
import type { Money } from "@/bindings/contract";
import type { ChartInk } from "@/components/chartInk";
import { showUsd, usdNumber } from "@/lib/money";
import type { MonthDay } from "./monthDays";

/** Which chart: what each day cost, or the sum so far against the cap. */
export type SpendingView = "day" | "soFar";

type Words = { cap: (amount: string) => string; likely: (amount: string) => string };

/** The bars of a month: ink of the first series, forecast as hatched outline, the cap as an accent line. */
export function spendingOption(
  days: MonthDay[],
  view: SpendingView,
  cap: Money | null,
  words: Words,
  ink: ChartInk,
): EChartsCoreOption {
  const text = { color: ink.ink3, fontFamily: ink.font, fontSize: 11 };
  const soFar = view === "soFar";
  const last = days.findLastIndex((day) => day.soFar !== null);
  const spent = days.map((day) => (soFar ? day.soFar : day.spent));
  const highest = Math.max(0, ...spent.map((money) => usdNumber(money ?? "0")));
  const forecast = usdNumber(days.at(-1)?.likely ?? "0");
  const capShown = soFar && cap !== null;
  const top = soFar ? Math.max(highest, forecast, capShown ? usdNumber(cap) : 0) : highest;
  return {
    textStyle: { fontFamily: ink.font },
    grid: { left: 40, right: 12, top: 18, bottom: 22 },
    tooltip: {
      trigger: "axis",
      axisPointer: { type: "none" },
      backgroundColor: ink.tip,
      borderWidth: 0,
      padding: [4, 8],
      textStyle: { color: ink.onTip, fontSize: 12, fontFamily: ink.font },
      formatter: (points: { dataIndex: number }[]) => {
        const day = days[points[0]?.dataIndex ?? 0];
        if (!day) return "";
        const amount = soFar ? (day.soFar ?? day.likely) : day.spent;
        return amount === null ? "" : `${day.day}: ${showUsd(amount)} USD`;
      },
    },
    xAxis: {
      type: "category",
      data: days.map((day) => day.day.toString()),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: ink.ruleStrong } },
      axisLabel: { ...text, interval: (index: number) => index === 0 || (index + 1) % 5 === 0 },
    },
    yAxis: {
      type: "value",
      min: 0,
      max: niceTop(top),
      interval: niceTop(top) / 4,
      splitLine: { lineStyle: { color: ink.grid } },
      axisLabel: {
        ...text,
        formatter: (value: number) => value.toFixed(axisDigits(niceTop(top) / 4)),
      },
    },
    series: [
      {
        type: "bar",
        stack: "money",
        barCategoryGap: "22%",
        data: spent.map((money, index) => ({
          value: money === null ? null : usdNumber(money),
          label: {
            show: soFar && index === last && usdNumber(money ?? "0") > 0,
            position: "top",
            formatter: showUsd(money),
            ...text,
            color: ink.ink,
          },
        })),
        itemStyle: { color: ink.series[0] ?? ink.ink },
        emphasis: { disabled: true },
        ...(capShown
          ? {
              markLine: {
                silent: true,
                symbol: "none",
                data: [{ yAxis: usdNumber(cap) }],
                lineStyle: { color: ink.accent, width: 2, type: "solid" },
                label: {
                  // A low line has no room under it: there the bars are.
                  position: usdNumber(cap) < top / 4 ? "insideStartTop" : "insideStartBottom",
                  formatter: words.cap(showUsd(cap)),
                  ...text,
                  color: ink.accent,
                },
              },
            }
          : {}),
      },
      {
        type: "bar",
        stack: "money",
        data: days.map((day, index) => ({
          value: soFar && day.likely !== null ? usdNumber(day.likely) : null,
          label: {
            show: soFar && index === days.length - 1 && forecast > 0,
            position: "top",
            align: "right",
            offset: [10, 0],
            formatter: words.likely(showUsd(days.at(-1)?.likely)),
            ...text,
            color: ink.ink,
          },
        })),
        itemStyle: {
          color: ink.paper,
          borderColor: ink.ink3,
          borderWidth: 1,
          decal: {
            symbol: "rect",
            color: ink.ink3,
            dashArrayX: [1, 0],
            dashArrayY: [1, 4],
            rotation: -Math.PI / 4,
          },
        },
        emphasis: { disabled: true },
      },
    ],
  };
}

/** The next plain number above a value that four grid lines divide well. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value * 0.999) ?? 10;
  return step * power;
}

/** Decimal places that tell neighbouring grid lines apart: none for whole steps, two or more below. */
export function axisDigits(step: number): number {
  if (Number.isInteger(step)) return 0;
  const needed = [2, 3, 4, 5, 6].find(
    (digits) => Math.abs(Number(step.toFixed(digits)) - step) < step / 1000,
  );
  return needed ?? 7;
}
