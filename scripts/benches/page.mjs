// What measurements in a real page share: the development server of the release build, a browser, and the time from what
// a person does to the frame that shows the answer.
import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildUserInterface } from "../lib/builds.mjs";
import { released, root } from "../lib/paths.mjs";
import { Stop } from "../lib/say.mjs";

/** Opens Chromium: Debian's if it is there, else Playwright's own. */
export function openBrowser() {
  const debian = "/usr/bin/chromium";
  return chromium.launch({ executablePath: existsSync(debian) ? debian : undefined });
}

/** Starts the development server on a data folder, with the user interface as it is now. */
export async function startServer(data) {
  if (!(await buildUserInterface())) throw new Stop("the user interface did not build");
  const args = ["--home", data, "--port", "0", "--dist", join(root, "ui", "dist")];
  const child = spawn(released("mill-devserver"), [...args, "--end-with-stdin"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
  });
  const { url } = JSON.parse(line);
  const address = new URL(url);
  const post = async (path, query, body, headers = {}) => {
    const target = new URL(path, address);
    target.search = address.search;
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
    const response = await fetch(target, { method: "POST", headers, body });
    if (!response.ok) throw new Stop(`${path}: ${await response.text()}`);
    return response.json();
  };
  return {
    url,
    stop: () => child.stdin.end(),
    call: (method, params) =>
      post(`/call/${method}`, {}, JSON.stringify(params), { "content-type": "application/json" }),
    upload: (name, text) => post("/upload", { name }, text),
  };
}

/**
 * Milliseconds from what `act` does first in the page (a key, a press, a turn of the wheel) to the frame in which
 * `shown(argument)` is true, painted. `shown` runs in the page.
 */
export async function answerTime(page, act, shown, argument) {
  await page.evaluate(watch, { source: shown.toString(), argument });
  await act();
  return page.evaluate(() => window.answered);
}

/** In the page: `answered` becomes the time from the next thing a person does to the frame that shows the answer. */
function watch({ source, argument }) {
  const shown = new Function(`return (${source})`)();
  window.answered = new Promise((resolve) => {
    const kinds = ["keydown", "pointerdown", "wheel"];
    const begin = () => {
      for (const kind of kinds) window.removeEventListener(kind, begin, { capture: true });
      const start = performance.now();
      const look = () => {
        if (shown(argument)) requestAnimationFrame(() => resolve(performance.now() - start));
        else if (performance.now() - start > 20_000) resolve(Infinity);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    for (const kind of kinds) window.addEventListener(kind, begin, { capture: true });
  });
}

/** The value that 95 in 100 do not exceed. */
export function p95(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1];
}

/** Milliseconds that work takes. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
