import { describe, expect, it } from "vitest";
import {
  addUsd,
  compareUsd,
  moneyOf,
  parseUsd,
  picoUsd,
  showUsd,
  subtractUsd,
  usdPer,
  usdShare,
} from "./money";

describe("money", () => {
  it("adds decimal strings exactly where floats would not", () => {
    expect(addUsd("0.1", "0.2")).toBe("0.3");
    expect(addUsd("0.000000000001", "2")).toBe("2.000000000001");
    expect(subtractUsd("2", "0.1504")).toBe("1.8496");
    expect(subtractUsd("0.5", "2")).toBe("-1.5");
  });

  it("shows two or four decimals, rounded half up, thousands separated", () => {
    expect(showUsd("0.4123")).toBe("0.41");
    expect(showUsd("0.125")).toBe("0.13");
    expect(showUsd("0.00195", 4)).toBe("0.0020");
    expect(showUsd("1234567.5")).toBe("1,234,567.50");
    expect(showUsd("-1.5")).toBe("−1.50");
    expect(showUsd("-0.001")).toBe("0.00");
    expect(showUsd(null)).toBe("—");
  });

  it("reads what people type, and nothing else", () => {
    expect(
      ["2", "2.50", "2,50", "1,200.00", " 0.43 USD", ".5", "3.", "１２．５"].map(parseUsd),
    ).toEqual(["2", "2.5", "2.5", "1200", "0.43", "0.5", "3", "12.5"]);
    expect(["", "two", "-1", "1.2.3", "1e3"].map(parseUsd)).toEqual([null, null, null, null, null]);
  });

  it("keeps every digit on the way in and out", () => {
    expect(moneyOf(picoUsd("0.412300") ?? 0n)).toBe("0.4123");
    expect(picoUsd("nothing")).toBeNull();
    expect(compareUsd("0.10", "0.1")).toBe(0);
    expect(compareUsd("0.09", "0.1")).toBe(-1);
  });

  it("divides by rows, and by none not at all", () => {
    expect(usdPer("3.12", 29)).toBe("0.107586206897");
    expect(usdPer("3.12", 0)).toBeNull();
    expect(usdShare("0.5", "2")).toBe(0.25);
    expect(usdShare("3", "2")).toBe(1);
    expect(usdShare("3", "0")).toBe(0);
  });
});
