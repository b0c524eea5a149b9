import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Methods } from "../../../ui/src/bindings/contract.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const target = process.env["CARGO_TARGET_DIR"] ?? join(root, "target");

/** A real engine with a data folder of its own, behind mill-devserver. */
export type Engine = {
  /** The address to open, token included. */
  url: string;
  /** The data folder. */
  home: string;
  /** Calls a method of the contract, past the window: to bring about a state or to look at one. */
  call: <M extends keyof Methods>(
    method: M,
    params: Methods[M]["params"],
  ) => Promise<Methods[M]["view"]>;
  /** Ends the engine and removes its data folder. */
  stop: () => Promise<void>;
};

/** Starts an engine on a free port, with an empty data folder or one that `prepare` has filled. */
export async function startEngine(prepare?: (home: string) => Promise<void>): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), "stampmill-engine-"));
  await prepare?.(home);
  const child = spawn(
    join(target, "debug", "mill-devserver"),
    ["--home", home, "--port", "0", "--dist", join(root, "ui", "dist"), "--end-with-stdin"],
    { cwd: root, stdio: ["pipe", "pipe", "inherit"] },
  );
  const url = await firstAddress(child);
  return {
    url,
    home,
    call: (method, params) => callAt(new URL(url), method, params),
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function firstAddress(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`mill-devserver ended with ${String(code)} before it was ready`));
    });
  });
  const { url } = JSON.parse(line) as { url: string };
  return url;
}

async function callAt<M extends keyof Methods>(
  address: URL,
  method: M,
  params: Methods[M]["params"],
): Promise<Methods[M]["view"]> {
  const to = new URL(`/call/${method}${address.search}`, address);
  const response = await fetch(to, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(params),
  });
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
  // The server and these types come from the same contract.
  return (await response.json()) as Methods[M]["view"];
}
