// A long CSV read as a task list, with every doubt looked for, against a bare `csv` reader on the same file.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { released, root } from "../lib/paths.mjs";
import { Stop } from "../lib/say.mjs";

const ROWS = 200_000;
const MOST_MIB = 200;
/** Each way is run so often; the fastest counts, because everything else a computer does only makes it slower. */
const TIMES = 3;

export const csvImport = {
  name: "csv-import",
  title: `${ROWS} rows of CSV as a task list, against a bare reader (${MOST_MIB} MiB allowed)`,
  atMost: 3,
  run: ({ home }) => {
    const file = join(home, "lines.csv");
    writeFileSync(file, lines());
    const bare = fastest("bare", file);
    const house = fastest("ours", file);
    if (house.rows !== ROWS) throw new Stop(`${house.rows} rows came in, not ${ROWS}.`);
    const mib = house.peak_kib / 1024;
    return {
      measuredMs: house.ms,
      idealMs: bare.ms,
      also: `${mib.toFixed(0)} MiB at most, bare ${(bare.peak_kib / 1024).toFixed(0)} MiB`,
      ...(mib > MOST_MIB ? { wrong: `${mib.toFixed(0)} MiB` } : {}),
    };
  },
};

function fastest(mode, file) {
  const runs = Array.from({ length: TIMES }, () => once(mode, file));
  return runs.reduce((best, run) => (run.ms < best.ms ? run : best));
}

function once(mode, file) {
  const program = released("csv-import", "examples");
  const done = spawnSync(program, [mode, file], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Stop(`csv-import ended with ${done.status}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

/** Card lines with quotes, commas, long numbers and dates, the same every time. */
function lines() {
  const creditors = [
    "TESCO STORES 1234",
    "OYSTER TOP UP",
    '"SHELL, LONDON"',
    '"SQ *CAFE ""BLUE"""',
  ];
  const areas = ["Children's Services", "Highways", "Adult Social Care"];
  const two = (number) => String(number).padStart(2, "0");
  const rows = Array.from({ length: ROWS }, (_, at) =>
    [
      `${two(1 + (at % 28))}/${two(1 + (at % 12))}/2015`,
      areas[at % areas.length],
      creditors[at % creditors.length],
      ((at * 37) % 90_000) / 100,
      String(at).padStart(8, "0"),
      `line ${at}`,
    ].join(","),
  );
  return `Date,Service Area,Creditor,JV Value,Reference,Note\n${rows.join("\n")}\n`;
}
