import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const target = process.env["CARGO_TARGET_DIR"] ?? join(root, "target");

/** A provider on this machine that takes one key, answers by the schema and bills. */
export type Provider = {
  url: string;
  /** What it counted and billed so far. */
  bill: () => Promise<{ requests: number; cost_usd: string }>;
  stop: () => Promise<void>;
};

/** Starts the scripted provider on a free port. */
export async function startProvider(key: string, model: string): Promise<Provider> {
  const child = spawn(
    join(target, "debug", "scripted-server"),
    ["--key", key, "--model", model, "--price-in", "1", "--price-out", "5"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`scripted-server ended with ${String(code)}`)));
  });
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    bill: async () => {
      const answer = await fetch(`${url}/bill`);
      return (await answer.json()) as { requests: number; cost_usd: string };
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    },
  };
}
