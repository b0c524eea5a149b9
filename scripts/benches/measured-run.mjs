// What the benches share: a task list of any length, a timed `stampmill run`, a scripted provider.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { released, root } from "../lib/paths.mjs";
import { Stop } from "../lib/say.mjs";

const MODEL = "custom/scripted";

/** Writes a task list of so many distinct rows and returns its path. */
export function taskFile(folder, rows) {
  const file = join(folder, `tasks-${rows}.csv`);
  const lines = Array.from({ length: rows }, (_, row) => `word${row}`);
  writeFileSync(file, `Word\n${lines.join("\n")}\n`);
  return file;
}

/** The words of a run of the bench's skill with a scripted provider. */
export const custom = (url, tasks, agents) => [
  ...["--skill", "tests/bench/echo", "--tasks", tasks, "--model", MODEL],
  ...["--endpoint", `${url}/v1`, "--agents", String(agents), "--budget", "100"],
];

/** The least time full rows of agents need. */
export const fullRounds = (tasks, agents, answerMs) => Math.ceil(tasks / agents) * answerMs;

/** Gives the scripted model a price, without which it cannot run. */
export function priced(home) {
  stampmill(home, ["prices", "set", MODEL, "--input", "1", "--output", "5"]);
}

/** Runs to the end and returns what the run said of itself; `wall_ms` is its time at work. */
export async function timedRun(home, args) {
  priced(home);
  const words = ["--home", join(home, "data"), "run", ...args, "--json"];
  const run = spawn(released("stampmill"), words, {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const chunks = [];
  run.stdout.on("data", (chunk) => chunks.push(chunk));
  const code = await new Promise((resolve) => run.once("close", resolve));
  if (code !== 0) throw new Stop(`stampmill run ended with ${code}`);
  return finished(Buffer.concat(chunks).toString());
}

function finished(text) {
  const ended = JSON.parse(text);
  if (ended.tasks.done !== ended.tasks.total)
    throw new Stop(`the run ended with ${JSON.stringify(ended.tasks)}`);
  return ended;
}

function stampmill(home, words) {
  const done = spawnSync(released("stampmill"), ["--home", join(home, "data"), ...words], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (done.status !== 0)
    throw new Stop(`stampmill ${words[0]} ended with ${done.status}: ${done.stderr}`);
}

/** Runs a program and returns its processor time and the most memory it held. */
export function usage(program, words) {
  const timed = ["-f", "%U %S %M", program, ...words];
  const done = spawnSync("/usr/bin/time", timed, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (done.status !== 0) throw new Stop(`${program} ended with ${done.status}: ${done.stderr}`);
  const [user, system, kib] = done.stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return { cpuMs: 1000 * (user + system), peakMib: kib / 1024 };
}

/** Starts the scripted provider on a free port, calls `body({ url })`, and ends it. */
export async function withScriptedServer(args, body) {
  const server = spawn(released("scripted-server"), args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const line = await new Promise((resolve, reject) => {
      createInterface({ input: server.stdout }).once("line", resolve);
      server.once("error", reject);
    });
    return await body(JSON.parse(line));
  } finally {
    server.kill();
  }
}

/** What the scripted provider has counted so far. */
export async function getBill(url) {
  return (await fetch(`${url}/bill`)).json();
}
