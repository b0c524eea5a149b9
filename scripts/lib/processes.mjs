// Starting programs and waiting for them, with a time limit and without leaving children behind.
import { spawn, spawnSync } from "node:child_process";
import { root } from "./paths.mjs";
import { holder } from "./say.mjs";

const windows = process.platform === "win32";

/** What ends a script from outside; its children must not outlive it. */
const ENDS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Whether a program can be started by this name. */
export function exists(program) {
  const look = windows ? ["where", program] : ["sh", "-c", `command -v -- ${program}`];
  return spawnSync(look[0], look.slice(1), { stdio: "ignore" }).status === 0;
}

/** What a program prints, without the last line break; null when it cannot be started or fails. */
export function output(program, args, options = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    shell: windows,
    ...options,
  });
  return done.status === 0 ? done.stdout.trim() : null;
}

/**
 * Runs a program in the repository's root with the script's own output.
 * Resolves to its exit code; 124 when it ran into `limitMs`, 127 when it could not be started.
 */
export async function run(program, args, options = {}) {
  const { env = {}, limitMs = 0, quiet = false, cwd = root } = options;
  const hold = holder();
  const output = quiet ? "ignore" : hold ? "pipe" : "inherit";
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", output, output],
    shell: windows,
    // A group of its own, so that the time limit ends grandchildren too.
    detached: !windows && limitMs > 0,
  });
  if (output === "pipe") {
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hold);
  }
  if (limitMs === 0) return ended(child, program);

  const interrupted = () => {
    stop(child);
    process.exit(130);
  };
  for (const signal of ENDS) process.once(signal, interrupted);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop(child);
  }, limitMs);
  const code = await ended(child, program);
  clearTimeout(timer);
  for (const signal of ENDS) process.removeListener(signal, interrupted);
  if (late) console.error(`${program} was ended after ${Math.round(limitMs / 1000)} s.`);
  return late ? 124 : code;
}

function ended(child, program) {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`Cannot start ${program}: ${error.message}`);
      resolve(127);
    });
    // Not `exit`: what it printed last may still be on the way.
    child.on("close", (code, signal) => resolve(code ?? (signal ? 128 : 1)));
  });
}

/** Ends a program and, where there are groups, all that it started. */
function stop(child) {
  try {
    process.kill(windows ? child.pid : -child.pid, "SIGKILL");
  } catch {
    // It ended by itself in between.
  }
}
