// Packages of Debian and Ubuntu that the sources need. Nothing is installed without root or a yes.
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline/promises";
import { exists, output } from "./processes.mjs";
import { Stop, bold, say } from "./say.mjs";

const build = {
  "build-essential": "compiles the database and the cryptography library",
  "pkg-config": "finds libraries while building",
};

const window = {
  "libwebkit2gtk-4.1-dev": "shows the window (WebKitGTK and GTK 3)",
  "xdg-utils": "opens finished workbooks in your spreadsheet program",
};

/** What each part needs: package, then what for. */
export const packages = {
  command: build,
  app: { ...build, ...window },
  tests: {
    ...build,
    ...window,
    chromium: "runs the browser tests",
    "webkit2gtk-driver": "drives the real window in tests",
    xvfb: "a screen without a monitor, for the window tests",
    xauth: "lets programs use that screen",
    dbus: "a session bus for the key store tests",
    "gnome-keyring": "a real key store for the key store tests",
    "fonts-noto-cjk": "shows Chinese and Japanese in screenshots",
  },
  model: { ...build, "python3-venv": "runs llama.cpp's server for the real model" },
};

/** Those of the wanted packages that are not installed. */
function missing(wanted) {
  return Object.keys(wanted).filter((name) => {
    const status = output("dpkg-query", ["-W", "-f=${Status}", name]);
    return !status?.endsWith("ok installed");
  });
}

/** What apt says of the size: `131 MB to load, 458 MB on disk`; null while its lists are empty. */
function sizeOf(names) {
  const asked = spawnSync(
    "apt-get",
    // Prints what it would load and does nothing, so no lock is needed, and no root.
    [
      "-o",
      "Debug::NoLocking=true",
      "install",
      "--print-uris",
      "--yes",
      "--no-install-recommends",
      ...names,
    ],
    {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    },
  );
  const load = /Need to get (?:[\d.,]+ \w?B\/)?([\d.,]+ \w?B)/.exec(asked.stdout)?.[1];
  const disk = /After this operation, ([\d.,]+ \w?B) of additional/.exec(asked.stdout)?.[1];
  return load && disk ? `${load} to load, ${disk} on disk` : null;
}

function install(names, sudo) {
  say("Loading and installing them takes some minutes.");
  const env = ["env", "DEBIAN_FRONTEND=noninteractive"];
  const command = (args) => [...(sudo ? ["sudo"] : []), ...env, "apt-get", ...args];
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...names]]) {
    const [program, ...rest] = command(["-qq", ...args]);
    const done = spawnSync(program, rest, { stdio: ["inherit", "ignore", "inherit"] });
    if (done.status !== 0) throw new Stop(`apt-get ${args[0]} failed; its own words are above.`);
  }
}

/** Installs what is missing of `wanted` ({@link packages}), after saying what, why and how much. */
export async function ensurePackages(wanted) {
  if (process.platform !== "linux") return;
  if (!exists("dpkg-query") || !exists("apt-get")) {
    say(`This Linux has no apt, so its packages are not checked. Needed are the counterparts of:`);
    for (const [name, why] of Object.entries(wanted)) say(`  ${name}: ${why}`);
    return;
  }
  const names = missing(wanted);
  if (names.length === 0) return;

  const root = process.getuid() === 0;
  if (root) spawnSync("apt-get", ["-qq", "update"], { stdio: "ignore" });
  say(root ? "Missing system packages, installed now with apt:" : "Missing system packages:");
  for (const name of names) say(`  ${bold(name)}: ${wanted[name]}`);
  const size = sizeOf(names);
  say(size ? `Together ${size}.` : "Their size is known once apt has its lists.");

  if (root) return install(names, false);
  const byHand = `sudo apt-get update && sudo apt-get install --no-install-recommends ${names.join(" ")}`;
  if (process.stdin.isTTY && exists("sudo")) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await terminal.question("Install them now with sudo? [y/N] ");
    terminal.close();
    if (/^y(es)?$/i.test(answer.trim())) return install(names, true);
  }
  throw new Stop(
    `Nothing was installed. Install them yourself, then run the same command again:\n\n  ${byHand}`,
  );
}
