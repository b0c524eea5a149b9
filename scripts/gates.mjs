// Every gate of `npm test`, in order. A gate resolves to true when all is well; its output is its own.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildPrograms, buildUserInterface, features, nodeProgram } from "./lib/builds.mjs";
import { ensureTool, toolPath } from "./lib/cargo-tools.mjs";
import { built, root } from "./lib/paths.mjs";
import { withPrivateHome } from "./lib/private-home.mjs";
import { run } from "./lib/processes.mjs";
import { testWithSdks } from "./lib/sdks.mjs";
import { runInSession } from "./lib/session.mjs";

const minutes = (number) => number * 60_000;
const whole = ["--workspace", ...features];

/** Screens, session buses and window drivers come as packages on Linux only. */
const linuxOnly = true;

/** Runs beside the builds: compilers leave a part of every core idle. */
const beside = true;

/** Compiles, and bears others beside it. */
const isBuild = true;

export const gates = [
  { name: "format", title: "Rust is formatted", run: () => cargo("fmt", "--all", "--check") },
  { name: "ui", title: "The user interface builds", run: buildUserInterface },
  { name: "prettier", title: "TypeScript is formatted", run: prettier, beside },
  { name: "types", title: "TypeScript types hold", run: types, beside },
  { name: "eslint", title: "ESLint finds nothing", run: eslint, beside },
  { name: "knip", title: "No TypeScript is left unused", run: knip, beside },
  { name: "scripts", title: "Tests of the scripts", run: scripts, beside },
  { name: "clippy", title: "Clippy finds nothing", run: clippy, isBuild },
  { name: "build", title: "Every program builds", run: buildPrograms, isBuild },
  { name: "vitest", title: "Tests of the user interface", run: vitest },
  { name: "rust", title: "Rust tests", run: rust },
  { name: "doctest", title: "Examples in the documentation run", run: doctest },
  { name: "docs", title: "The documentation builds", run: docs },
  { name: "tidy", title: "The house is tidy", run: tidy },
  { name: "keychain", title: "Keys go through a real key store", run: keychain, linuxOnly },
  { name: "sdk", title: "The providers' own SDKs understand us", run: sdk },
  { name: "browser", title: "Browser tests with accessibility checks", run: browser, linuxOnly },
  { name: "window", title: "A journey in the real window", run: journey, linuxOnly },
];

function prettier() {
  return node("prettier/bin/prettier.cjs", "--check", "--log-level", "warn", ".");
}

function knip() {
  return node("knip/bin/knip.js");
}

async function types() {
  const ours = await node("typescript/bin/tsc", "-p", "ui");
  return (await node("typescript/bin/tsc", "-p", "tests/e2e")) && ours;
}

/** ESLint looks for its configuration from the folder it is started in. */
async function eslint() {
  const [program, args] = nodeProgram("eslint/bin/eslint.js", "--max-warnings", "0", ".");
  return ok(run(program, args, { cwd: join(root, "ui"), limitMs: minutes(15) }));
}

/** Named one by one: what a folder or a pattern means here differs between versions of Node. */
function scripts() {
  const files = readdirSync(join(root, "scripts", "tests"))
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => `scripts/tests/${name}`);
  return ok(run(process.execPath, ["--test", ...files], { limitMs: minutes(2) }));
}

function vitest() {
  return node("vitest/vitest.mjs", "run", "--root", "ui", "--reporter", "dot");
}

/** The desktop program embeds ui/dist while it is compiled, so even looking at it needs that folder. */
async function clippy() {
  return (
    (await buildUserInterface()) &&
    cargo("clippy", ...whole, "--all-targets", "--quiet", "--", "-D", "warnings")
  );
}

async function rust() {
  await ensureTool("cargo-nextest");
  return afterBuild(() =>
    ok(run("cargo", ["nextest", "run", ...whole], { env: toolPath, limitMs: minutes(20) })),
  );
}

function doctest() {
  return afterBuild(() => cargo("test", "--doc", ...whole, "--quiet"));
}

async function docs() {
  const args = ["doc", ...whole, "--no-deps", "--document-private-items", "--quiet"];
  return (
    (await buildUserInterface()) && ok(run("cargo", args, { env: { RUSTDOCFLAGS: "-D warnings" } }))
  );
}

function tidy() {
  return afterBuild(() => ok(run(built("xtask"), ["tidy"])));
}

/** All tests of the key store once more, in a session whose own key store is open: then none of them is skipped. */
async function keychain() {
  await ensureTool("cargo-nextest");
  const args = ["nextest", "run", ...whole, "--no-tests=fail", "-E", "package(mill-secrets)"];
  return afterBuild(() => ok(runInSession("cargo", args, { env: toolPath, limitMs: minutes(5) })));
}

/** The requests that the SDKs judge are written down by a test of the client. */
async function sdk() {
  await ensureTool("cargo-nextest");
  const args = ["nextest", "run", ...whole, "--no-tests=fail", "-E", "test(/^shapes::/)"];
  const record = () => ok(run("cargo", args, { env: toolPath, limitMs: minutes(5) }));
  return afterBuild(async () => (await record()) && testWithSdks());
}

function browser() {
  const [program, args] = nodeProgram("@playwright/test/cli.js", "test", "-c", "tests/e2e/browser");
  return afterBuild(() =>
    withPrivateHome((env) => ok(run(program, args, { env, limitMs: minutes(20) }))),
  );
}

async function journey() {
  const driver = await ensureTool("tauri-driver");
  const [program, args] = nodeProgram("vitest/vitest.mjs", "run", "--root", "tests/e2e/window");
  const env = { TAURI_DRIVER: driver };
  return afterBuild(() =>
    ok(runInSession(program, args, { screen: true, env, limitMs: minutes(15) })),
  );
}

const ok = async (code) => (await code) === 0;

const cargo = (...args) => ok(run("cargo", args));

function node(path, ...rest) {
  const [program, args] = nodeProgram(path, ...rest);
  return ok(run(program, args, { limitMs: minutes(20) }));
}

/** Runs a gate on what `build` made, building it now when that gate was not asked for. */
const afterBuild = async (gate) => (await buildPrograms()) && gate();
