import { expect, it } from "vitest";
import { REVIEW_ACTS, reviewKeysOf, takenBy, USUAL_KEYS } from "./reviewActs";

it("gives every act a key of its own that nothing fixed has", () => {
  expect(new Set(Object.values(USUAL_KEYS)).size).toBe(REVIEW_ACTS.length);
  for (const act of REVIEW_ACTS) expect(takenBy(act, USUAL_KEYS[act], USUAL_KEYS)).toBeNull();
});

it("leaves a key to what the person gave it, and finds another for the act that usually has it", () => {
  const keys = reviewKeysOf({ accept: "c", reject: "d" });
  expect(keys).toMatchObject({ accept: "c", reject: "d", closing: "b", sample: "i" });
  expect(new Set(Object.values(keys)).size).toBe(REVIEW_ACTS.length);
});
