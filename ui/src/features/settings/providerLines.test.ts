import { describe, expect, it } from "vitest";
import { KEYS, MODELS } from "@/testing/fixtures/money";
import { providerLines } from "./providerLines";

describe("providers in the list", () => {
  it("tells a stored key, one from the environment, none, a local server and practice apart", () => {
    const lines = providerLines(KEYS.keys, MODELS, {}, "Practice");
    expect(lines.map((line) => [line.provider, line.shape, line.state, line.models])).toEqual([
      ["anthropic", "done", "ready", 2],
      ["openai", "done", "readyEnvironment", 1],
      ["gemini", "waiting", "none", 0],
      ["ollama", "done", "found", 1],
      ["lmstudio", "waiting", "notRunning", 0],
      ["practice", "practice", "always", 0],
    ]);
  });

  it("lets a test speak louder than the place of the key", () => {
    const lines = providerLines(
      KEYS.keys,
      MODELS,
      {
        anthropic: { accepted: true, problem: null, models: 12 },
        openai: { accepted: false, problem: "incorrect API key", models: 0 },
      },
      "Practice",
    );
    expect(lines.slice(0, 2).map((line) => [line.shape, line.state, line.models])).toEqual([
      ["done", "accepted", 12],
      ["failed", "refused", 0],
    ]);
  });
});
