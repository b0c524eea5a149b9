// The providers' official Python SDKs and the validator of the Agent Skills standard, installed under target/sdk-venv, and
// the tests that are written with them.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { built, root, target } from "./paths.mjs";
import { output, run } from "./processes.mjs";
import { say } from "./say.mjs";

const windows = process.platform === "win32";
const tests = join(root, "tests", "sdk");
const venv = join(target, "sdk-venv");
const python = join(venv, windows ? "Scripts/python.exe" : "bin/python");
const stamp = join(venv, "stampmill-requirements.txt");

/** Resolves to whether the tests pass; a machine without Python's venv or without the package index skips them. */
export async function testWithSdks() {
  const missing = await ensureSdks();
  if (missing !== null) {
    say(`skipped: ${missing}`);
    return true;
  }
  const env = {
    SCRIPTED_SERVER: built("scripted-server"),
    STAMPMILL: built("stampmill"),
    SDK_REQUESTS: join(target, "tmp", "sdk-requests.json"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const args = ["-W", "ignore::ResourceWarning", "-m", "unittest", "discover", "-p", "*_test.py"];
  return (await run(python, args, { env, cwd: tests, limitMs: 120_000 })) === 0;
}

/** Installs the versions of requirements.txt once. Resolves to why that is impossible here, or to null. */
async function ensureSdks() {
  const wanted = readFileSync(join(tests, "requirements.txt"), "utf8");
  if (existsSync(python) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted)
    return null;
  const system = windows ? "python" : "python3";
  if (
    output(system, ["-c", "import ensurepip, venv"], { stdio: ["ignore", "pipe", "ignore"] }) ===
    null
  )
    return "there is no Python with venv on this machine (Debian: python3-venv)";
  say("Installing the providers' Python SDKs into target/sdk-venv, about 15 s.");
  rmSync(venv, { recursive: true, force: true });
  if ((await run(system, ["-m", "venv", venv])) !== 0) return "Python could not make a venv";
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  const from = ["-r", join(tests, "requirements.txt")];
  if ((await run(python, [...install, ...from], { limitMs: 300_000 })) !== 0)
    return "the SDKs could not be installed; pip's own words are above (no way to the package index?)";
  writeFileSync(stamp, wanted);
  return null;
}
