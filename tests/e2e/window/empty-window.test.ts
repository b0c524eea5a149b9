import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { application } from "./desktop.ts";

const { WEBKIT_DISABLE_DMABUF_RENDERER: _, STAMPMILL_PLAIN_DRAWING: __, ...env } = process.env;

test("without a graphics processor the plain renderer is used from the start", async () => {
  const home = mkdtempSync(join(tmpdir(), "stampmill-window-"));
  const child = spawn(application, ["--home", home], { stdio: "ignore", env });
  const pid = child.pid ?? 0;
  try {
    await pageOf(pid);
    expect(environmentOf(pid).includes("WEBKIT_DISABLE_DMABUF_RENDERER=1")).toBe(!hasGraphics());
    expect(existsSync(join(home, "plain-drawing"))).toBe(false);
  } finally {
    child.kill("SIGKILL");
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("an empty window is started once more with the plain renderer, and a dead page is loaded again", async () => {
  const home = mkdtempSync(join(tmpdir(), "stampmill-window-"));
  const child = spawn(application, ["--home", home], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...env, RUST_LOG: "stampmill_desktop=info", STAMPMILL_PLAIN_DRAWING: "not-yet" },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const pid = child.pid ?? 0;
  const stopped = await pageOf(pid);
  try {
    // A page that never draws: its process is there and does nothing.
    process.kill(stopped, "SIGSTOP");
    await expect
      .poll(() => environmentOf(pid), { timeout: 30_000 })
      .toContain("WEBKIT_DISABLE_DMABUF_RENDERER=1");
    expect(existsSync(join(home, "plain-drawing"))).toBe(true);

    await expect.poll(() => said, { timeout: 15_000 }).toContain("drawn its first screen");
    process.kill(await pageOf(pid, stopped), "SIGKILL");
    await expect.poll(() => said, { timeout: 15_000 }).toContain("loading the page again");
    expect(child.exitCode).toBe(null);
    expect(said.match(/has not drawn itself/g)).toHaveLength(1);
  } finally {
    process.kill(stopped, "SIGKILL");
    child.kill("SIGKILL");
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** The process that draws the page of the program `pid`; not `former`. */
async function pageOf(pid: number, former?: number): Promise<number> {
  const find = () =>
    execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
      .split("\n")
      .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .filter((found) => Number(found?.[2]) === pid && found?.[3]?.includes("WebKitWebProcess"))
      .map((found) => Number(found?.[1]))
      .find((page) => page !== former);
  await expect.poll(find, { timeout: 15_000, interval: 20 }).toBeTypeOf("number");
  return find() ?? 0;
}

const hasGraphics = (): boolean =>
  existsSync("/dev/dri") && readdirSync("/dev/dri").some((name) => name.startsWith("renderD"));

const environmentOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
