import { describe, expect, it } from "vitest";
import { ESTIMATE, MODELS } from "@/testing/fixtures/money";
import { jobs, jobView } from "@/testing/fixtures/jobs";
import { startBlock } from "./startBlock";

describe("what keeps a job from starting", () => {
  const summary = jobs(0)[0];
  if (!summary) throw new Error("no fixture");
  const job = jobView(summary);
  const option = MODELS[0];

  it("is nothing when all is there", () => {
    expect(startBlock(job, ESTIMATE, option)).toBeNull();
  });

  it("is the task list before the money", () => {
    expect(startBlock({ ...job, table: null, budget_usd: null }, undefined, option)).toEqual({
      kind: "no_table",
    });
  });

  it("is an input that must be there and has no column", () => {
    expect(startBlock({ ...job, mapping: [] }, ESTIMATE, option)).toEqual({
      kind: "missing",
      inputs: ["Creditor"],
    });
  });

  it("is a budget under the smallest that works", () => {
    expect(startBlock({ ...job, budget_usd: "0.0099" }, ESTIMATE, option)).toEqual({
      kind: "budget_small",
      smallest: "0.01",
    });
    expect(startBlock({ ...job, budget_usd: "0.01" }, ESTIMATE, option)).toBeNull();
    expect(startBlock({ ...job, budget_usd: null }, ESTIMATE, option)).toEqual({
      kind: "no_budget",
    });
  });

  it("is no budget where nothing costs anything", () => {
    const free = { ...ESTIMATE, smallest_budget_usd: "0" };
    expect(startBlock({ ...job, budget_usd: null }, free, option)).toBeNull();
  });

  it("is a price that nobody knows", () => {
    expect(startBlock(job, { ...ESTIMATE, price_unknown: true }, undefined)).toEqual({
      kind: "no_price",
    });
  });

  it("is the address of a server of one's own", () => {
    const own = { ...job, model: "custom/house" };
    expect(startBlock(own, ESTIMATE, undefined)).toEqual({ kind: "no_address" });
    const endpoints = [{ model: "custom/house", address: "127.0.0.1:8000" }];
    const there = { ...own, ways: { ...job.ways, endpoints } };
    expect(startBlock(there, ESTIMATE, undefined)).toBeNull();
  });

  it("is a key that is not there", () => {
    const luna = MODELS.find((model) => !model.ready);
    expect(startBlock({ ...job, model: "openai/gpt-6-luna" }, ESTIMATE, luna)).toEqual({
      kind: "no_key",
      provider: "openai",
    });
  });
});
