// `npm run dev`: the user interface in a browser, built again as you save, with a real engine behind it.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { buildProgram, buildUserInterface, nodeProgram } from "./lib/builds.mjs";
import { ensureNodeModules } from "./lib/node-modules.mjs";
import { built, root, target } from "./lib/paths.mjs";
import { Stop, heading, say, script } from "./lib/say.mjs";
import { checkVersions } from "./lib/versions.mjs";

await script(async () => {
  checkVersions();
  await ensureNodeModules();
  if (!(await buildUserInterface()))
    throw new Stop("The user interface did not build; the reason is above.");
  if ((await buildProgram("mill-devserver")) !== 0) throw new Stop("mill-devserver did not build.");

  // A data folder for development; your own stays out of it.
  const home = process.env.STAMPMILL_HOME ?? join(target, "dev-home");
  const args = ["--home", home, "--port", "0", "--dist", join(root, "ui", "dist")];
  const engine = spawn(built("mill-devserver"), args, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await firstLine(engine);
  if (line === null)
    throw new Stop("mill-devserver ended before it was ready; the reason is above.");

  heading("Open this address, and reload it after a change");
  say(`${JSON.parse(line).url}\nData folder: ${home}\n`);
  const [program, viteArgs] = nodeProgram(
    "vite/bin/vite.js",
    "build",
    "ui",
    "--watch",
    "--logLevel",
    "warn",
  );
  const pages = spawn(program, viteArgs, { cwd: root, stdio: "inherit" });
  process.once("SIGINT", () => pages.kill());
  await new Promise((resolve) => pages.once("exit", resolve));
  engine.kill();
  return 0;
});

/** The first line a program prints; null when it ends before. */
function firstLine(child) {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", () => resolve(null));
  });
}
