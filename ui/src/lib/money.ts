import type { Money } from "@/bindings/contract";

/** Digits behind the point that the contract's decimal strings can carry. */
const SCALE = 12;
const ONE = 10n ** BigInt(SCALE);
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** What to show where an amount does not apply. */
export const NONE = "—";

/** Exact value in pico-dollars; null if the text is no decimal number. */
export function picoUsd(money: Money): bigint | null {
  const match = DECIMAL.exec(money.trim());
  if (!match) return null;
  const [, sign, whole = "0", fraction = ""] = match;
  const value = BigInt(whole) * ONE + BigInt(fraction.slice(0, SCALE).padEnd(SCALE, "0") || "0");
  return sign === "-" ? -value : value;
}

/** The decimal string of an exact value, without trailing zeros. */
export function moneyOf(pico: bigint): Money {
  const size = pico < 0n ? -pico : pico;
  const fraction = (size % ONE).toString().padStart(SCALE, "0").replace(/0+$/, "");
  const text = fraction === "" ? (size / ONE).toString() : `${(size / ONE).toString()}.${fraction}`;
  return pico < 0n ? `-${text}` : text;
}

/** Exact sum; what cannot be read counts as nothing. */
export function addUsd(...amounts: Money[]): Money {
  return moneyOf(amounts.reduce((sum, amount) => sum + (picoUsd(amount) ?? 0n), 0n));
}

/** Exact difference, `from` minus `amount`. */
export function subtractUsd(from: Money, amount: Money): Money {
  return moneyOf((picoUsd(from) ?? 0n) - (picoUsd(amount) ?? 0n));
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareUsd(a: Money, b: Money): number {
  const difference = (picoUsd(a) ?? 0n) - (picoUsd(b) ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The amount as a plain number, for lengths of bars only; never for sums. */
export function usdNumber(money: Money): number {
  return Number(picoUsd(money) ?? 0n) / Number(ONE);
}

/** `part` of `whole` between 0 and 1, for lengths of bars. */
export function usdShare(part: Money, whole: Money): number {
  const all = usdNumber(whole);
  return all <= 0 ? 0 : Math.min(1, Math.max(0, usdNumber(part) / all));
}

/** One amount of money over a count of rows, rounded half up to pico-dollars; null for no rows. */
export function usdPer(money: Money, count: number): Money | null {
  if (count <= 0) return null;
  const pico = picoUsd(money) ?? 0n;
  const rows = BigInt(Math.round(count));
  return moneyOf((pico + rows / 2n) / rows);
}

/** `1234.5` as `1,234.50`: rounded half up, thousands separated, a true minus. */
export function showUsd(money: Money | null | undefined, digits: 2 | 4 = 2): string {
  const pico = money == null ? null : picoUsd(money);
  if (pico === null) return NONE;
  const step = 10n ** BigInt(SCALE - digits);
  const size = ((pico < 0n ? -pico : pico) + step / 2n) / step;
  const unit = 10n ** BigInt(digits);
  const whole = (size / unit).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const sign = pico < 0n && size > 0n ? "−" : "";
  return `${sign}${whole}.${(size % unit).toString().padStart(digits, "0")}`;
}

/** What a person typed as an amount: `2`, `2.50`, `2,50` or `1,200.00`; null if it is no amount of at least 0. */
export function parseUsd(text: string): Money | null {
  const plain = text
    .normalize("NFKC")
    .replace(/usd|\$|\s/gi, "")
    .replace(/^(\d{1,3})((?:,\d{3})+)(\.\d+)?$/, (all) => all.replaceAll(",", ""))
    .replace(/^(\d+),(\d{1,2})$/, "$1.$2")
    .replace(/^\./, "0.")
    .replace(/\.$/, "");
  const pico = plain.startsWith("-") ? null : picoUsd(plain);
  return pico === null ? null : moneyOf(pico);
}
