// What the benches share: a task list of any length, a timed `stampmill run`, a scripted provider.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { built, root, target } from "../lib/paths.mjs";
import { Stop } from "../lib/say.mjs";

/** The program under measurement: STAMPMILL when set (a release build, say), else the one just built. */
const program = process.env.STAMPMILL ?? built("stampmill");

/** Writes a task list of so many distinct rows and returns its path. */
export function taskFile(folder, rows) {
  const file = join(folder, `tasks-${rows}.csv`);
  const lines = Array.from({ length: rows }, (_, row) => `word${row}`);
  writeFileSync(file, `Word\n${lines.join("\n")}\n`);
  return file;
}

/** Runs to the end and returns the time at work in milliseconds, as the run itself counted it. */
export async function timedRun(home, args, before = []) {
  for (const words of before) stampmill(home, words);
  const ended = JSON.parse(stampmill(home, ["run", ...args, "--json"]));
  if (ended.tasks.done !== ended.tasks.total)
    throw new Stop(`the run ended with ${JSON.stringify(ended.tasks)}`);
  return ended.wall_ms;
}

function stampmill(home, words) {
  const done = spawnSync(program, ["--home", join(home, "data"), ...words], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (done.status !== 0)
    throw new Stop(`stampmill ${words[0]} ended with ${done.status}: ${done.stderr}`);
  return done.stdout;
}

/** Starts the scripted provider on a free port, calls `body(url)`, and ends it. */
export async function withScriptedServer(args, body) {
  const server = spawn(join(target, "debug", "scripted-server"), args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const line = await new Promise((resolve, reject) => {
      createInterface({ input: server.stdout }).once("line", resolve);
      server.once("error", reject);
    });
    return await body(JSON.parse(line).url);
  } finally {
    server.kill();
  }
}
