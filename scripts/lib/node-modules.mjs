// node_modules as the lock says, and not installed again when it already is.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { Stop, say } from "./say.mjs";

const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;

/** Whether every package of the lock that this machine takes is installed in that version. */
function fresh() {
  // npm writes what it really installed into this file.
  const record = "node_modules/.package-lock.json";
  if (!existsSync(join(root, record))) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf("package-lock.json")).every(
    ([path, wanted]) =>
      path === "" || wanted.optional || installed[path]?.version === wanted.version,
  );
}

/** Runs `npm ci` when node_modules is missing or older than the lock. */
export async function ensureNodeModules() {
  if (fresh()) return;
  say("Installing the packages of the user interface (npm ci), about 40 seconds.");
  const code = await run("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"]);
  if (code !== 0) throw new Stop("npm ci failed; its own words are above.");
}
