// The two things that must be there before anything else: Node and Rust.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { output } from "./processes.mjs";
import { Stop } from "./say.mjs";

/** The wanted versions, read from where npm and cargo read them. */
export function wanted() {
  const node = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node;
  const rust = /^rust-version = "([\d.]+)"/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"));
  return { node: node.replace(">=", ""), rust: rust[1] };
}

/** Whether version `have` is at least `want`: `1.100.0` is more than `1.95`. */
export function atLeast(have, want) {
  const numbers = (version) => version.split(".").map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [numbers(have), numbers(want)];
  for (let i = 0; i < b.length; i += 1) {
    if ((a[i] ?? 0) !== b[i]) return (a[i] ?? 0) > b[i];
  }
  return true;
}

/** Stops with a sentence when Node or Rust is missing or too old. */
export function checkVersions() {
  const { node, rust } = wanted();
  if (!atLeast(process.versions.node, node)) {
    throw new Stop(
      `Stampmill needs Node ${node} or newer, this is ${process.versions.node}. ` +
        "Install a newer one from https://nodejs.org and run the same command again.",
    );
  }
  const found = /\d+\.\d+\.\d+/.exec(output("rustc", ["--version"]) ?? "")?.[0];
  if (!found) {
    throw new Stop(
      `Stampmill needs Rust ${rust} or newer and found none. ` +
        "Install it as https://rustup.rs says, open a new terminal and run the same command again.",
    );
  }
  if (!atLeast(found, rust)) {
    throw new Stop(
      `Stampmill needs Rust ${rust} or newer, this is ${found}. ` +
        "Run `rustup update stable` and then the same command again.",
    );
  }
}
