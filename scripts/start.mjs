// `npm start`: installs what is missing, builds, and opens Stampmill with the sample job ready to run.
// Without a screen the same job runs through the `stampmill` command. `npm start -- --no-window` asks for that.
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { buildProgram, buildUserInterface } from "./lib/builds.mjs";
import { hasDisplay } from "./lib/display.mjs";
import { ensureNodeModules } from "./lib/node-modules.mjs";
import { built } from "./lib/paths.mjs";
import { run } from "./lib/processes.mjs";
import { Stop, heading, say, script } from "./lib/say.mjs";
import { ensurePackages, packages } from "./lib/system-packages.mjs";
import { checkVersions } from "./lib/versions.mjs";

// The dev profile is ready in under half the time of a release build, and the work waits for models, not for us.
const patience =
  "The first build takes about five minutes on two cores; later starts take seconds.";

await script(async () => {
  checkVersions();
  if (hasDisplay() && !process.argv.includes("--no-window")) return openWindow();
  say(
    "There is no screen here to open a window on, so the sample job runs through the stampmill command.",
  );
  return runSample();
});

async function openWindow() {
  await ensurePackages(packages.app);
  await ensureNodeModules();
  heading("Building Stampmill");
  say(patience);
  if (!(await buildUserInterface()))
    throw new Stop("The user interface did not build; the reason is above.");
  if ((await buildProgram("stampmill-desktop")) !== 0)
    throw new Stop("Stampmill did not build; the reason is above.");
  heading("Stampmill is open");
  say("The sample job is ready to run in practice mode: no key is needed and nothing is spent.");
  return run(built("stampmill-desktop"), []);
}

async function runSample() {
  await ensurePackages(packages.command);
  heading("Building the stampmill command");
  say(patience);
  if ((await buildProgram("stampmill")) !== 0)
    throw new Stop("Stampmill did not build; the reason is above.");

  heading("Month end: 600 card lines, 8 agents, practice mode (no key, nothing spent)");
  const folder = join(homedir(), "Stampmill");
  mkdirSync(folder, { recursive: true });
  const workbook = join(folder, "month-end.xlsx");
  const sample = [
    ...["--skill", "skills/card-coding"],
    ...["--tasks", "samples/month-end/card-lines.csv"],
    ...["--model", "practice/sample", "--agents", "8", "--budget", "1"],
    ...["--out", workbook],
  ];
  const code = await run(built("stampmill"), ["run", ...sample]);
  if (code !== 0 && code !== 3)
    throw new Stop(`The run ended with exit code ${code}; its own words are above.`);

  heading("What it cost");
  await run(built("stampmill"), ["cost", "--by", "run"]);
  say(`\nFinished workbook: ${workbook}`);
  say("Cost sheet: its last sheet. The one before says who, when, with which model, and adds up.");
  return 0;
}
