import { strict as assert } from "node:assert";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../lib/paths.mjs";
import { duration } from "../lib/say.mjs";

const lib = (name) => JSON.stringify(pathToFileURL(join(root, "scripts", "lib", name)).href);

test("two rows of work at once each say theirs in one piece, programs included", () => {
  const body = `
    import { inOnePiece, say } from ${lib("say.mjs")};
    import { run } from ${lib("processes.mjs")};
    const row = (name, ms) => inOnePiece(async () => {
      say(name);
      await run(process.execPath, ["-e", "setTimeout(() => console.log('program'), " + ms + ")"]);
      say(name);
    });
    await Promise.all([row("slow", 400), row("quick", 1)]);
    say("end");`;
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", body], {
    encoding: "utf8",
  });
  assert.equal(done.stdout, "quick\nprogram\nquick\nslow\nprogram\nslow\nend\n");
});

test("a length of time reads as people say it", () => {
  assert.equal(duration(412), "0.4 s");
  assert.equal(duration(9_960), "10 s");
  assert.equal(duration(59_400), "59 s");
  assert.equal(duration(192_000), "3 min 12 s");
});
