// The two builds everything else stands on. Always the same packages and features, so that nothing is built twice.
import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";

/** Serves the built user interface from inside the desktop program. */
export const features = ["--features", "stampmill-desktop/custom-protocol"];

/** A program out of node_modules, started with this Node. */
export const nodeProgram = (path, ...args) => [
  process.execPath,
  [join(root, "node_modules", path), ...args],
];

let userInterface;
/** Builds ui/dist once in the life of a script; resolves to whether it worked. */
export function buildUserInterface() {
  userInterface ??= run(
    ...nodeProgram("vite/bin/vite.js", "build", "ui", "--logLevel", "warn"),
  ).then((code) => code === 0);
  return userInterface;
}

let programs;
/** Builds every Rust program once; they embed ui/dist, so that comes first. */
export function buildPrograms() {
  programs ??= buildUserInterface().then(
    async (done) => done && (await run("cargo", ["build", "--workspace", ...features])) === 0,
  );
  return programs;
}

/** Builds one Rust program with the features it has in a whole build. */
export const buildProgram = (name) => run("cargo", ["build", ...features, "--bin", name]);

/** Builds what is measured, as it is shipped: the command, the scripted provider, and the loop it is held against. */
export const buildReleased = () =>
  run("cargo", [
    ...["build", "--release", ...features],
    ...["--bin", "stampmill", "--bin", "scripted-server", "--bin", "mill-devserver"],
    ...["--example", "bare-loop", "--example", "csv-import"],
  ]);
