import { describe, expect, it } from "vitest";
import { agentsAt, clampAgents, placeOf } from "./agentScale";
import { estimateShape } from "./estimateShape";
import { enoughUsd, exactUsd } from "./exactUsd";
import { matching, priceOf } from "./modelOptions";
import { MODELS } from "@/testing/fixtures/money";

describe("the estimate's axis", () => {
  const cost = { low: "0.31", likely: "0.43", most: "1.90" };

  it("ends at the budget if the run cannot reach it", () => {
    expect(estimateShape(cost, "2")).toEqual({ from: 0.155, to: 0.95, likely: 0.215, cap: 1 });
  });

  it("ends at the most the run can cost if the budget lies below", () => {
    const shape = estimateShape(cost, "0.95");
    expect(shape.to).toBe(1);
    expect(shape.cap).toBeCloseTo(0.5);
    expect(estimateShape(cost, null).cap).toBeNull();
  });
});

describe("amounts that must be exact", () => {
  it("show as many decimals as they need", () => {
    expect(exactUsd("2")).toBe("2.00");
    expect(exactUsd("0.0042")).toBe("0.0042");
    expect(exactUsd("0.00000123")).toBe("0.00000123");
  });

  it("are never said smaller than what is enough", () => {
    expect(enoughUsd("0.01")).toBe("0.01");
    expect(enoughUsd("0.008")).toBe("0.01");
    expect(enoughUsd("0.0042")).toBe("0.0042");
  });
});

describe("the slider of agents", () => {
  it("reaches both ends and comes back to where it was", () => {
    expect([agentsAt(0), agentsAt(100)]).toEqual([1, 256]);
    for (const agents of [1, 2, 8, 16, 32, 64, 128, 256]) {
      expect(agentsAt(placeOf(agents))).toBe(agents);
    }
    expect([clampAgents(0), clampAgents(7.6), clampAgents(9999)]).toEqual([1, 8, 256]);
  });
});

describe("models to choose from", () => {
  it("can be searched, and one that is not listed can be named", () => {
    expect(matching(MODELS, "haiku").found).toEqual(["anthropic/claude-haiku-5-5"]);
    expect(matching(MODELS, "custom/office").typed).toBe("custom/office");
    expect(matching(MODELS, "anthropic/claude-sonnet-5").typed).toBeNull();
    expect(matching(MODELS, "office").typed).toBeNull();
  });

  it("say what they charge, or that nobody knows", () => {
    expect(priceOf(MODELS[0])).toEqual({ key: "priced", input: "1", output: "5" });
    expect(priceOf(MODELS[3])).toEqual({ key: "free" });
    expect(priceOf(MODELS[4])).toEqual({ key: "practice" });
    expect(priceOf(undefined)).toEqual({ key: "unknown" });
  });
});
