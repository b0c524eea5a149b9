// `npm run dev`: the user interface in a browser, reloading as you type, against the engine on this machine.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { buildProgram, buildUserInterface, nodeProgram } from "./lib/builds.mjs";
import { ensureNodeModules } from "./lib/node-modules.mjs";
import { built, root, target } from "./lib/paths.mjs";
import { Stop, say, script } from "./lib/say.mjs";
import { checkVersions } from "./lib/versions.mjs";

await script(async () => {
  checkVersions();
  await ensureNodeModules();
  if (!(await buildUserInterface()))
    throw new Stop("The user interface did not build; the reason is above.");
  if ((await buildProgram("mill-devserver")) !== 0) throw new Stop("mill-devserver did not build.");

  const home = process.env.STAMPMILL_HOME ?? join(target, "dev-home");
  const args = ["--home", home, "--port", "0", "--dist", join(root, "ui", "dist")];
  const engine = spawn(built("mill-devserver"), args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await Promise.race([
    new Promise((resolve) =>
      createInterface({ input: engine.stdout }).once("line", (text) => resolve([text])),
    ),
    new Promise((resolve) => engine.once("exit", () => resolve([null]))),
  ]);
  if (line === null)
    throw new Stop("mill-devserver ended before it was ready; the reason is above.");

  const { url } = JSON.parse(line);
  const { origin, searchParams } = new URL(url);
  say(`Data folder: ${home}`);
  say(`Built pages: ${url}`);
  say(
    `Add ?token=${searchParams.get("token")} to the address below for pages that reload as you type.\n`,
  );
  const [program, viteArgs] = nodeProgram("vite/bin/vite.js", "ui", "--host", "127.0.0.1");
  const pages = spawn(program, viteArgs, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, STAMPMILL_ENGINE: origin },
  });
  process.once("SIGINT", () => pages.kill());
  await new Promise((resolve) => pages.once("exit", resolve));
  engine.kill();
  return 0;
});
