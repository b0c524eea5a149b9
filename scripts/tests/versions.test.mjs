import { strict as assert } from "node:assert";
import { test } from "node:test";
import { atLeast, wanted } from "../lib/versions.mjs";

test("a version is compared number by number", () => {
  assert.equal(atLeast("1.100.0", "1.95"), true);
  assert.equal(atLeast("1.95.0", "1.95"), true);
  assert.equal(atLeast("1.94.9", "1.95"), false);
  assert.equal(atLeast("20.2.0", "20.19"), false);
  assert.equal(atLeast("22.0.0", "20.19"), true);
});

test("the wanted versions come from the manifests", () => {
  const { node, rust } = wanted();
  assert.match(node, /^\d+\.\d+$/);
  assert.match(rust, /^\d+\.\d+$/);
});
