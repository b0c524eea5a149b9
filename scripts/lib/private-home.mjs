// A home of its own for a program under test: nothing of the person's is read, nothing is left behind.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** Calls `body(env)` with the environment of a fresh, private home, and takes it away afterwards. */
export async function withPrivateHome(body) {
  const home = mkdtempSync(join(tmpdir(), "stampmill-test-"));
  const runtime = join(home, "run");
  mkdirSync(runtime);
  chmodSync(runtime, 0o700);
  const env = {
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_CACHE_HOME: join(home, ".cache"),
    DBUS_SESSION_BUS_ADDRESS: "",
    // cargo and rustup stay where they are.
    CARGO_HOME: process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
  };
  try {
    return await body(env);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
