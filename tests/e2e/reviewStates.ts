import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const programs = join(process.env["CARGO_TARGET_DIR"] ?? join(root, "target"), "debug");

/** Rows of the run that is reviewed. */
export const ROWS = 600;
/** What of them is what. A third is decided by a rule; no answer that fits comes for the failed ones. */
export const OF = { byRule: 200, failed: 20, held: 10, unsure: 40 };
/** A row of each kind, by its number in the run. */
export const TASK = { failed: 1, held: 4, unsure: 6, corrected: 7 };
/** Told to the model with a row, it answers something else. */
export const NOTE = "This shop sells tickets.";

const REASON = { reason: "The name says so." };
const ANSWERS = [
  { contains: NOTE, answer: { account: "Travel", confidence: 0.9, ...REASON } },
  // What is wrong with it goes back once, and is no better then.
  { contains: "BROKEN", answer: { account: "Nonesuch", confidence: 0.9, ...REASON } },
  { contains: "Nonesuch", answer: { account: "Nonesuch", confidence: 0.9, ...REASON } },
  { contains: "DIM", answer: { account: "Other", confidence: 0.41, ...REASON } },
  { contains: "", answer: { account: "Food", confidence: 0.95, ...REASON } },
];
/** A model that sees tickets where the first one saw food. */
const OTHERWISE = [
  { contains: "SHOP 4", answer: { account: "Travel", confidence: 0.7, ...REASON } },
  ...ANSWERS,
];

const SKILL: Record<string, string> = {
  "SKILL.md": [
    "---",
    "name: shop-lines",
    "description: Books card lines to an account. Use it for shop lines.",
    'metadata: {"stampmill.version": "1"}',
    "---",
    "",
    "Book the line to one account.",
    "",
  ].join("\n"),
  "stampmill.toml": `
[inputs]
creditor = { label = "Creditor", type = "text", required = true }
value    = { label = "Value", type = "money" }

[outputs]
account    = { label = "Account", type = "choice", choices = ["Food", "Travel", "Stationery", "Other"] }
confidence = { label = "Confidence", type = "percent", from = "model" }
reason     = { label = "Reason", type = "text", max_chars = 200, from = "model" }

[rules]
table = "rules.csv"
undecided = "model"

[[checks]]
kind = "range"
field = "confidence"
min = "0.5"
level = "warning"
`,
  "rules.csv":
    "if creditor,then account,note\ncontains OYSTER,Travel,travel cards\ncontains HELD,ask me,\n",
};

/** What is at work behind a review: runs in a data folder, and the models they asked. */
export type ReviewStates = {
  /** 600 rows: by rule and by a model, some unsure and with findings, some failed, some for a person, some disputed. */
  run: string;
  /** Invoices with pages that are drawn, answered in practice mode. */
  invoices: string;
  /** The first of the same rows by the other model. */
  second: string;
  /** Where the other model is. */
  other: string;
  stop: () => void;
};

/** Brings a data folder about in which a review has everything it can have, with the `stampmill` command. */
export async function reviewStates(home: string): Promise<ReviewStates> {
  const folder = join(home, "made");
  const skill = join(folder, "shop-lines");
  mkdirSync(skill, { recursive: true });
  for (const [name, text] of Object.entries(SKILL)) writeFileSync(join(skill, name), text);
  const tasks = join(folder, "lines.csv");
  writeFileSync(tasks, lines());
  const house = await scripted(folder, "house", ANSWERS);
  const other = await scripted(folder, "other", OTHERWISE);
  const say = (...args: string[]) => stampmill(home, ...args);
  say("skill", "import", skill);
  for (const model of ["custom/house", "custom/other"])
    say("prices", "set", model, "--input", "1", "--output", "5");
  const work = ["--skill", skill, "--tasks", tasks, "--agents", "16", "--budget", "5"];
  const at = (model: string, url: string) => ["--model", model, "--endpoint", url];
  const run = started(say, ...work, ...at("custom/house", house.url));
  const second = started(say, ...work, ...at("custom/other", other.url), "--limit", "90");
  say(
    ...["verify", run, ...at("custom/other", other.url)],
    ...["--rows", "by_model", "--budget", "3"],
  );
  const invoices = started(
    say,
    ...["--skill", join(root, "skills", "invoice-extract"), "--model", "practice/sample"],
    ...["--tasks", join(root, "samples", "invoices")],
  );
  return {
    run,
    invoices,
    second,
    other: other.url,
    stop: () => {
      house.stop();
      other.stop();
    },
  };
}

/** What the `stampmill` command prints; a run with rows that failed is no failure here. */
export function stampmill(home: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(
    join(programs, "stampmill"),
    ["--home", home, ...args],
    { encoding: "utf8" },
  );
  if (status !== 0 && stdout === "") throw new Error(`stampmill ${args.join(" ")}: ${stderr}`);
  return stdout;
}

function started(say: (...args: string[]) => string, ...flags: string[]): string {
  const { run } = JSON.parse(say("run", "--json", ...flags)) as { run: string };
  return run;
}

function lines(): string {
  const kinds = [
    ...Array<string>(OF.failed).fill("BROKEN"),
    ...Array<string>(OF.held).fill("HELD"),
    ...Array<string>(OF.unsure).fill("DIM"),
    ...Array<string>(OF.byRule).fill("OYSTER"),
  ];
  const rows = Array.from({ length: ROWS }, (_, at) => {
    // Kinds are mixed, always in the same way: 7 has no divisor in common with 600.
    const kind = kinds[(at * 7) % ROWS] ?? "SHOP";
    const amount = at % 97 === 0 ? 48_000 + at : (at % 50) + 0.5;
    return `${kind} ${at + 1},${amount.toFixed(2)}`;
  });
  return ["Creditor,Value", ...rows, ""].join("\n");
}

/** A provider on this machine that answers by what stands in the question. */
async function scripted(folder: string, name: string, answers: unknown) {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(answers));
  const child = spawn(join(programs, "scripted-server"), ["--answers", file, "--model", name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
  });
  const { url } = JSON.parse(line) as { url: string };
  return { url, stop: () => child.kill() };
}
