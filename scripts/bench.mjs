// `npm run bench`: how close the house comes to the ideal. A table, and the same as JSON in test-results/bench.json.
// `npm run bench -- NAME…` measures only those. A new measurement is a file in scripts/benches and a line here.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fanOut } from "./benches/fan-out.mjs";
import { practice } from "./benches/practice.mjs";
import { buildProgram } from "./lib/builds.mjs";
import { root } from "./lib/paths.mjs";
import { Stop, bold, duration, say, script } from "./lib/say.mjs";
import { checkVersions } from "./lib/versions.mjs";

const benches = [practice, fanOut];

await script(async () => {
  checkVersions();
  const names = process.argv.slice(2);
  for (const program of ["stampmill", "scripted-server"]) {
    if ((await buildProgram(program)) !== 0)
      throw new Stop(`${program} did not build; the reason is above.`);
  }
  const rows = [];
  say(bold("measured      ideal        ratio  what"));
  for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const row = await measure(bench);
    rows.push(row);
    say(
      `${cell(row.measuredMs)}  ${cell(row.idealMs)}  ${row.ratio.toFixed(2).padStart(5)}  ${row.title}`,
    );
  }
  const file = join(root, "test-results", "bench.json");
  mkdirSync(join(root, "test-results"), { recursive: true });
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
  say(`\nThe same as JSON: ${file}`);
  return 0;
});

function cell(ms) {
  return duration(ms).padEnd(12);
}

/** Runs one measurement in a fresh folder. */
async function measure({ name, title, run }) {
  const home = mkdtempSync(join(tmpdir(), "stampmill-bench-"));
  try {
    const { measuredMs, idealMs } = await run({ home });
    return { name, title, measuredMs, idealMs, ratio: measuredMs / idealMs };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
