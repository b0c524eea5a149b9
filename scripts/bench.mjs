// `npm run bench`: how close the house comes to the ideal, with release builds. A table, and the same as JSON in
// test-results/bench.json. `npm run bench -- NAME…` measures only those. It ends with 1 if a figure is worse than allowed.
// A new measurement is a file in scripts/benches and a line here.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpu, memory } from "./benches/cpu.mjs";
import { csvImport } from "./benches/csv-import.mjs";
import { fanOut1000, fanOut10000 } from "./benches/fan-out.mjs";
import { grid } from "./benches/grid.mjs";
import { practice } from "./benches/practice.mjs";
import { rateLimit16, rateLimit64, rateLimitCounting } from "./benches/rate-limit.mjs";
import { reviewKeys } from "./benches/review-keys.mjs";
import { buildReleased } from "./lib/builds.mjs";
import { root } from "./lib/paths.mjs";
import { Stop, bold, duration, say, script } from "./lib/say.mjs";
import { checkVersions } from "./lib/versions.mjs";

const benches = [
  practice,
  fanOut1000,
  fanOut10000,
  rateLimit64,
  rateLimit16,
  rateLimitCounting,
  cpu,
  memory,
  csvImport,
  reviewKeys,
  grid,
];

await script(async () => {
  checkVersions();
  const names = process.argv.slice(2);
  const chosen = benches.filter(({ name }) => names.length === 0 || names.includes(name));
  if ((await buildReleased()) !== 0)
    throw new Stop("the programs did not build; the reason is above.");
  const rows = [];
  say(bold("measured      ideal        ratio  allowed  what"));
  for (const bench of chosen) {
    if (bench.skip !== undefined) {
      say(`left out: ${bench.title}: ${bench.skip}`);
      continue;
    }
    const row = await measure(bench);
    rows.push(row);
    say(line(row));
  }
  const file = join(root, "test-results", "bench.json");
  mkdirSync(join(root, "test-results"), { recursive: true });
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
  say(`\nThe same as JSON: ${file}`);
  return rows.some(({ good }) => !good) ? 1 : 0;
});

function line({ measured, ideal, ratio, atMost, title, also, good }) {
  const cells = [measured.padEnd(12), ideal.padEnd(12), ratio.toFixed(3).padStart(5)];
  const allowed = (atMost === undefined ? "" : String(atMost)).padStart(7);
  const more = also === undefined ? "" : ` (${also})`;
  return `${cells.join("  ")}  ${allowed}  ${title}${more}${good ? "" : "  TOO MUCH"}`;
}

/** Runs one measurement in a fresh folder. */
async function measure({ name, title, atMost, run }) {
  const home = mkdtempSync(join(tmpdir(), "stampmill-bench-"));
  try {
    const found = await run({ home });
    const ratio = found.ratio ?? found.measuredMs / found.idealMs;
    const measured = found.measured ?? duration(found.measuredMs);
    const ideal = found.ideal ?? duration(found.idealMs);
    const good = (atMost === undefined || ratio <= atMost) && found.wrong === undefined;
    return { name, title, ...found, measured, ideal, ratio, atMost, good };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
