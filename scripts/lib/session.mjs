// Linux programs that want a desktop around them: a session bus, an open key store, a screen.
import { run } from "./processes.mjs";
import { withPrivateHome } from "./private-home.mjs";

const unlock =
  'eval "$(printf "testpw\\n" | gnome-keyring-daemon --unlock --components=secrets --daemonize)"';

/**
 * Runs a program with a private home, a session bus and an unlocked key store; with a screen when asked.
 * Resolves to its exit code, as {@link run} does.
 */
export function runInSession(program, args, { screen = false, limitMs, env = {} }) {
  const onScreen = screen ? ["xvfb-run", "-a", "-s", "-screen 0 1360x900x24"] : [];
  return withPrivateHome((home) =>
    run(
      "dbus-run-session",
      ["--", "sh", "-c", `${unlock}; exec "$@"`, "sh", ...onScreen, program, ...args],
      {
        env: { ...home, ...env },
        limitMs,
      },
    ),
  );
}
