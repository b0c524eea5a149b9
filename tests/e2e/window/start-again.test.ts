import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { application, openDesktop } from "./desktop.ts";

test("a second start on the same data folder ends and leaves the first window alone", async () => {
  const desktop = await openDesktop();
  try {
    const second = start(["--home", desktop.home]);
    expect(await second.ended).toBe(0);
    await desktop.sees("Settings");
  } finally {
    await desktop.close();
  }
});

test("a data folder that cannot be used is said in a box, not in an empty window", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stampmill-window-"));
  const file = join(folder, "a-file");
  writeFileSync(file, "no folder");
  const failing = start(["--home", file]);
  try {
    await failing.says("Stampmill could not start");
    await failing.says(file);
    // The box waits for the person; the program ends when it is closed.
    expect(failing.running()).toBe(true);
  } finally {
    failing.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a start that fails says why in Chinese on a Chinese system", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stampmill-window-"));
  const file = join(folder, "a-file");
  writeFileSync(file, "no folder");
  const failing = start(["--home", file], { LC_ALL: "zh_CN.UTF-8" });
  try {
    await failing.says("Stampmill 无法启动");
    await failing.says("无法使用数据文件夹");
    expect(failing.running()).toBe(true);
  } finally {
    failing.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("without a screen the program says so and where to go", async () => {
  const blind = start([], { DISPLAY: "", WAYLAND_DISPLAY: "" });
  expect(await blind.ended).toBe(1);
  await blind.says("There is no screen to open a window on");
  await blind.says("`stampmill` command");
});

/** Starts the program as a person would, without a driver. */
function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(application, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const ended = new Promise<number | null>((resolve) => {
    // `close` comes after the last word.
    child.once("close", resolve);
  });
  return {
    ended,
    running: () => child.exitCode === null,
    kill: () => child.kill("SIGKILL"),
    says: (text: string) => expect.poll(() => said, { timeout: 15_000 }).toContain(text),
  };
}
