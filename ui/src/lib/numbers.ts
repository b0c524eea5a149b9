import { NONE } from "./money";

const grouped = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/** `4142` as `4,142`; a dash for "does not apply". */
export function showCount(count: number | null | undefined): string {
  return count == null ? NONE : grouped.format(count).replace("-", "−");
}

/** `part` of `whole` as `69%`; a dash if there is no whole. Never 0% or 100% unless it is so. */
export function showPercent(part: number, whole: number): string {
  if (whole <= 0) return NONE;
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 1) return "<1%";
  if (part < whole && percent > 99) return ">99%";
  return `${Math.round(percent).toString()}%`;
}

/** Bytes as `3.2 MB`. */
export function showBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size.toString() : size.toFixed(1)} ${units[unit] ?? ""}`;
}
