// Starting programs and waiting for them, with a time limit and without leaving children behind.
import { spawn, spawnSync } from "node:child_process";
import { root } from "./paths.mjs";

const windows = process.platform === "win32";

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
export function run(program, args, { env = {}, limitMs = 0, quiet = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", quiet ? "ignore" : "inherit", quiet ? "ignore" : "inherit"],
      shell: windows,
      // A group of its own, so that the time limit ends grandchildren too.
      detached: !windows && limitMs > 0,
    });
    const stop = () => {
      try {
        process.kill(windows ? child.pid : -child.pid, "SIGKILL");
      } catch {
        // It ended by itself in between.
      }
    };
    let late = false;
    const timer = limitMs > 0 && setTimeout(() => ((late = true), stop()), limitMs);
    const interrupted = () => (stop(), process.exit(130));
    if (limitMs > 0) process.once("SIGINT", interrupted);
    const end = (code) => {
      clearTimeout(timer);
      process.removeListener("SIGINT", interrupted);
      if (late) console.error(`${program} was ended after ${Math.round(limitMs / 1000)} s.`);
      resolve(late ? 124 : code);
    };
    child.on(
      "error",
      (error) => (console.error(`Cannot start ${program}: ${error.message}`), end(127)),
    );
    child.on("exit", (code, signal) => end(code ?? (signal ? 128 : 1)));
  });
}
