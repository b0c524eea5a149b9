import { NONE, picoUsd } from "@/lib/money";

/** A price per million tokens: two decimals, more only where the price has them; a dash for none. */
export function priceText(price: string | null): string {
  if (price === null || picoUsd(price) === null) return NONE;
  const [whole = "0", fraction = ""] = price.split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}
