// `npm test`: installs what the tests need, runs every gate and ends with a table.
// `npm test -- NAME…` runs only those gates.
import { gates } from "./gates.mjs";
import { ensureNodeModules } from "./lib/node-modules.mjs";
import { Stop, bold, duration, green, heading, inOnePiece, red, say, script } from "./lib/say.mjs";
import { ensurePackages, packages } from "./lib/system-packages.mjs";
import { checkVersions } from "./lib/versions.mjs";

await script(async () => {
  const chosen = choose(process.argv.slice(2));
  checkVersions();
  await ensurePackages(packages.tests);
  await ensureNodeModules();

  const started = Date.now();
  const results = await passAll(chosen);
  return report(results, Date.now() - started);
});

/**
 * The gates in their order. Those that may run beside the long builds form a second row that starts as soon as its first is
 * reached, and is over before the first gate that needs the machine for itself.
 */
async function passAll(chosen) {
  const results = new Map();
  let beside = Promise.resolve();
  for (const gate of chosen) {
    if (gate.beside) {
      const after = beside;
      beside = after.then(async () => {
        results.set(gate, await inOnePiece(() => pass(gate)));
      });
      continue;
    }
    if (!gate.isBuild) await beside;
    results.set(gate, await pass(gate));
  }
  await beside;
  return chosen.map((gate) => results.get(gate));
}

function choose(names) {
  const unknown = names.find((name) => !gates.some((gate) => gate.name === name));
  if (unknown) {
    throw new Stop(
      `There is no gate \`${unknown}\`. There are: ${gates.map((gate) => gate.name).join(", ")}.`,
    );
  }
  return names.length === 0 ? gates : gates.filter((gate) => names.includes(gate.name));
}

async function pass(gate) {
  heading(`${gate.name}: ${gate.title}`);
  if (gate.linuxOnly && process.platform !== "linux") {
    say("Skipped: this gate needs Linux.");
    return { gate, end: "skipped", ms: 0 };
  }
  const started = Date.now();
  let passed = false;
  try {
    passed = await gate.run();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
  }
  const ms = Date.now() - started;
  say(passed ? green(`passed in ${duration(ms)}`) : red(`failed after ${duration(ms)}`));
  return { gate, end: passed ? "passed" : "failed", ms };
}

function report(results, ms) {
  heading(`All gates, ${duration(ms)}`);
  const width = Math.max(...results.map(({ gate }) => gate.name.length));
  for (const { gate, end, ms: spent } of results) {
    const word = { passed: green, failed: red, skipped: bold }[end](end.padEnd(8));
    say(`${gate.name.padEnd(width)}  ${word}  ${duration(spent).padStart(12)}  ${gate.title}`);
  }
  const count = (end) => results.filter((result) => result.end === end).length;
  const failed = count("failed");
  if (failed > 0)
    say(
      `\nRun one again with \`npm test -- ${results.find(({ end }) => end === "failed").gate.name}\`.`,
    );
  const skipped = count("skipped");
  say(`\n${count("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return failed > 0 ? 1 : 0;
}
