import { strict as assert } from "node:assert";
import { test } from "node:test";
import { duration } from "../lib/say.mjs";

test("a length of time reads as people say it", () => {
  assert.equal(duration(412), "0.4 s");
  assert.equal(duration(9_960), "10 s");
  assert.equal(duration(59_400), "59 s");
  assert.equal(duration(192_000), "3 min 12 s");
});
