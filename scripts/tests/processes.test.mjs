import { strict as assert } from "node:assert";
import { test } from "node:test";
import { exists, output, run } from "../lib/processes.mjs";

test("the exit code of a program comes back", async () => {
  assert.equal(await run(process.execPath, ["-e", "process.exit(3)"]), 3);
});

test(
  "a program that hangs is ended with its children",
  { skip: process.platform === "win32" },
  async () => {
    const started = Date.now();
    assert.equal(await run("sh", ["-c", "sleep 60 & wait"], { limitMs: 200, quiet: true }), 124);
    assert.ok(Date.now() - started < 10_000);
  },
);

test("a program that is not there is said to be missing", async () => {
  assert.equal(exists("no-such-program-here"), false);
  assert.equal(output("no-such-program-here", []), null);
});
