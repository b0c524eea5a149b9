// Programs of the Rust world that the gates use. Installed under target/tools when the machine has none.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { tool, tools } from "./paths.mjs";
import { output, run } from "./processes.mjs";
import { Stop, say } from "./say.mjs";

/** Name, version, and how long the installation takes on two cores. */
const known = {
  // Without the part that updates itself, which is half of it.
  "cargo-nextest": {
    version: "0.9.143",
    minutes: 3,
    options: ["--no-default-features", "--features", "default-no-update"],
  },
  "tauri-driver": { version: "2.1.0", minutes: 1 },
  "cargo-deny": { version: "0.20.2", minutes: 5 },
  "cargo-machete": { version: "0.9.2", minutes: 1 },
};

/** PATH with target/tools/bin in front, so that `cargo nextest` finds it there. */
export const toolPath = { PATH: [join(tools, "bin"), process.env.PATH].join(delimiter) };

/** Installs a program when neither the machine nor target/tools has it; returns the name to start it by. */
export async function ensureTool(name) {
  if (existsSync(tool(name))) return tool(name);
  if (output(name, ["--version"]) !== null || output(name, ["--help"]) !== null) return name;
  const { version, minutes, options = [] } = known[name];
  say(`Installing ${name} ${version} into target/tools, about ${minutes} min.`);
  const where = ["--version", version, "--locked", "--quiet", "--root", tools];
  const code = await run("cargo", ["install", name, ...where, ...options]);
  if (code !== 0) throw new Stop(`cargo install ${name} failed; its own words are above.`);
  return tool(name);
}
