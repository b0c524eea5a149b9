import { describe, expect, it } from "vitest";
import { jobs, jobView } from "@/testing/fixtures/jobs";
import { addressOf, isAddress, isOwnServer, withAddress } from "./ownServer";

describe("a server of one's own", () => {
  const summary = jobs(0)[0];
  if (!summary) throw new Error("no fixture");
  const { ways } = jobView(summary);

  it("is what custom/ names, and nothing else", () => {
    expect(isOwnServer("custom/house")).toBe(true);
    expect(["ollama/qwen3:8b", "openai/gpt-6-luna"].some(isOwnServer)).toBe(false);
  });

  it("has one address for each model, which can be changed and taken away", () => {
    const one = withAddress(ways, "custom/house", "127.0.0.1:8000");
    const two = withAddress(one, "custom/office", "https://office/v1");
    const moved = withAddress(two, "custom/house", "127.0.0.1:9000");
    expect([addressOf(moved, "custom/house"), addressOf(moved, "custom/office")]).toEqual([
      "127.0.0.1:9000",
      "https://office/v1",
    ]);
    expect(addressOf(withAddress(moved, "custom/house", ""), "custom/house")).toBe("");
  });

  it("takes an address as people type it", () => {
    expect(["127.0.0.1:8000", "http://office/v1", " https://a.example "].every(isAddress)).toBe(
      true,
    );
    expect(["ftp://office", "two words", "http://"].some(isAddress)).toBe(false);
  });
});
