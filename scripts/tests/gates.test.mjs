import { strict as assert } from "node:assert";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { gates } from "../gates.mjs";
import { root } from "../lib/paths.mjs";

test("every gate has its own name", () => {
  assert.equal(new Set(gates.map((gate) => gate.name)).size, gates.length);
});

test("an unknown gate is refused with the list of gates", () => {
  const done = spawnSync(process.execPath, [join(root, "scripts", "test.mjs"), "nothing"], {
    encoding: "utf8",
  });
  assert.equal(done.status, 1);
  assert.match(done.stderr, /There is no gate `nothing`\. There are: format, ui, prettier/);
});
