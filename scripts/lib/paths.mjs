// Where things are, for every script; scripts may be called from any folder.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");

const exe = process.platform === "win32" ? ".exe" : "";

/** Cargo's build folder: CARGO_TARGET_DIR when set, as cargo itself does. */
export const target = process.env.CARGO_TARGET_DIR
  ? resolve(root, process.env.CARGO_TARGET_DIR)
  : join(root, "target");

/** A program built by `cargo build` in the dev profile. */
export const built = (name) => join(target, "debug", name + exe);

/** A program built by `cargo build --release`; an example is in a folder of its own. */
export const released = (name, ...folder) => join(target, "release", ...folder, name + exe);

/** Where tools that only this repository needs are installed. */
export const tools = join(target, "tools");

/** A program installed with `cargo install --root target/tools`. */
export const tool = (name) => join(tools, "bin", name + exe);
