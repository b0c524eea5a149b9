import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Key } from "selenium-webdriver";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDesktop, type Desktop } from "./desktop.ts";
import { handsOn, programEnds, type Hands } from "./journeyHands.ts";
import { startProvider, type Provider } from "./journeyProvider.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const command = join(process.env["CARGO_TARGET_DIR"] ?? join(root, "target"), "debug", "stampmill");
const KEY = "sk-ant-journey-0123456789-Zq7T";
const MODEL = "claude-haiku-4-5";
const ROWS = 600;

let home: string;
let folder: string;
let provider: Provider;
let desktop: Desktop;
let hands: Hands;

/** One month end in the real window, from an empty data folder to the second start. The tests build on each other. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "stampmill-journey-"));
  folder = mkdtempSync(join(tmpdir(), "stampmill-workbooks-"));
  provider = await startProvider(KEY, MODEL);
  process.env["STAMPMILL_SAVE_FOLDER"] = folder;
  process.env["ANTHROPIC_BASE_URL"] = provider.url;
  await open();
});

afterAll(async () => {
  await provider.stop();
  await desktop.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await desktop.picture("journey-failed");
});

async function open() {
  desktop = await openDesktop({ home });
  hands = handsOn(desktop);
  await desktop.find("main");
}

/** What the `stampmill` command says of the same data. */
function stampmill<T>(...args: string[]): T {
  return JSON.parse(execFileSync(command, args, { encoding: "utf8" })) as T;
}

/** The rows of the run in view as numbers; always adding up. */
async function rowsOfRun(): Promise<number[]> {
  const numbers = (await hands.sum("Rows")).map((text) => Number(text.replaceAll(",", "")));
  const total = numbers.pop() ?? 0;
  expect(numbers.reduce((sum, part) => sum + part, 0)).toBe(total);
  return [...numbers, total];
}

test("an empty home offers the sample and says that nothing is sent", async () => {
  await desktop.sees("See a month end, without a key");
  await desktop.sees(`${ROWS} card lines`);
  await desktop.sees("Your data stays in");
  await desktop.picture("journey-01-home");
});

test("the sample job is designed: skill, rows, columns, model, agents", async () => {
  await hands.click("row", "Sample: card lines of the month");
  await desktop.sees("card-lines.csv");
  await desktop.sees(`${ROWS} rows`);
  for (const column of ["Service Area", "Creditor", "JV Value"]) {
    await hands.named("button", `Column ${column} is used as ${column}. Change`);
  }
  await hands.fill("Model", "practice/sample");
  await hands.fill("Agents at once", "8");
  const agents = await hands.named("field", "Agents at once");
  expect(await agents.getAttribute("value")).toBe("8");
  await desktop.sees(/Time, in practice/);
  await desktop.picture("journey-02-job");
});

test("five rows are tried first", async () => {
  await hands.click("button", "Try 5 rows");
  await desktop.sees("All 5 rows have ended.");
  expect(await rowsOfRun()).toEqual([5, 0, 0, 0, 5]);
  await desktop.sees("Practice:");
  await desktop.picture("journey-03-try");
});

test("the run goes with 8 agents, and its numbers add up at every look", async () => {
  await hands.goTo("Jobs");
  await hands.click("row", "Sample: card lines of the month");
  await hands.named("button", "Start run");
  await hands.control(Key.ENTER);
  let atWork = 0;
  await hands.until(async () => {
    const numbers = await rowsOfRun();
    if ((numbers[1] ?? 0) > 0 && atWork === 0) await desktop.picture("journey-04-at-work");
    atWork = Math.max(atWork, numbers[1] ?? 0);
    return numbers[0] === ROWS;
  }, `${ROWS} rows done`);
  expect(atWork).toBeGreaterThan(0);
  expect(atWork).toBeLessThanOrEqual(8);
  await desktop.sees(`All ${ROWS} rows have ended.`);
  const said = /Done: (\d+) by rule, (\d+) by the model; (\d+) of them wait for your review\./.exec(
    await desktop.text(),
  );
  expect(Number(said?.[1]) + Number(said?.[2])).toBe(ROWS);
  expect(Number(said?.[3])).toBeGreaterThan(3);
  await desktop.picture("journey-05-finished");
});

test("rows are accepted, corrected and rejected with the keyboard, and a verdict is taken back", async () => {
  await desktop.press("r");
  await desktop.sees("0 judged");
  await desktop.find("[id^=queue-]");
  await hands.named("button", "Accept");
  await desktop.picture("journey-06-review");
  await desktop.press("a");
  await desktop.sees("1 judged");
  await desktop.press("e");
  await hands.named("button", "Save");
  await hands.control("a");
  await desktop.press("Stationery");
  await hands.named("option", "Stationery");
  await desktop.picture("journey-07-correct");
  await desktop.press(Key.ENTER);
  await desktop.press(Key.ENTER);
  await desktop.sees("2 judged");
  await desktop.press("x");
  await desktop.sees("3 judged");
  await desktop.press("z");
  await desktop.sees("2 judged");
  await desktop.press("x");
  await desktop.sees("3 judged");
  await desktop.picture("journey-08-judged");
});

type Table = { columns: string[]; rows: string[][]; rows_total: number };

test("the workbook has every row with its verdict, and says that it is practice", async () => {
  await hands.goTo("Runs");
  await hands.click("row", "Sample: card lines of the month, run 2");
  await desktop.sees("Judged: 1 accepted, 1 corrected, 1 rejected; 597 not judged yet.");
  await hands.click("button", "Export");
  await hands.click("item", "Excel workbook (.xlsx)");
  await desktop.sees("Saved as");
  await desktop.picture("journey-09-exported");
  const file = join(folder, "Sample card lines of the month run 2.xlsx");
  expect(existsSync(file), file).toBe(true);
  const { columns, rows, rows_total } = stampmill<Table>("import", file, "--all", "--json");
  expect(rows_total).toBe(ROWS);
  const of = (name: string) => rows.map((row) => row[columns.indexOf(name)] ?? "no such column");
  expect(count(of("Verdict"))).toEqual({ "": 597, accepted: 1, corrected: 1, rejected: 1 });
  expect(count(of("practice"))).toEqual({ practice: ROWS });
  expect(count(of("Outcome"))).toEqual({ done: ROWS });
  const corrected = rows.find((row) => row[columns.indexOf("Verdict")] === "corrected");
  expect(corrected?.[columns.indexOf("Account Description (result)")]).toBe("Stationery");
});

function count(texts: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

test("a key goes to the key store and is tested; only its last four characters are shown", async () => {
  await hands.goTo("Settings");
  await hands.click("row", "Anthropic");
  await hands.fill("Key", KEY);
  await desktop.sees("Saved in the key store and read back");
  await desktop.sees(/Anthropic accepted it/);
  await desktop.sees("ending in Zq7T");
  expect(await desktop.text()).not.toContain(KEY.slice(0, -4));
  await desktop.picture("journey-10-key");
});

test("after a restart runs, verdicts and key are there, and the key pays for a run", async () => {
  await desktop.close();
  await programEnds(home);
  await open();
  await hands.goTo("Runs");
  await hands.named("row", "Sample: card lines of the month, run 1");
  await hands.click("row", "Sample: card lines of the month, run 2");
  await desktop.sees("Judged: 1 accepted, 1 corrected, 1 rejected; 597 not judged yet.");
  await desktop.picture("journey-11-history");

  await hands.goTo("Settings");
  await desktop.sees("ending in Zq7T");
  await desktop.sees("Saved in the key store and read back");

  await hands.goTo("Jobs");
  await hands.click("row", "Sample: card lines of the month");
  await hands.fill("Model", `anthropic/${MODEL}`);
  await desktop.sees("At most");
  await desktop.picture("journey-12-paid-job");
  await hands.click("button", "Try 5 rows");
  await desktop.sees("All 5 rows have ended");
  expect((await rowsOfRun()).at(-1)).toBe(5);
  await desktop.picture("journey-13-paid-run");
});

test("costs show what the provider billed, to the last digit", async () => {
  const bill = await provider.bill();
  expect(bill.requests).toBeGreaterThan(0);
  const { total_usd } = stampmill<{ total_usd: string }>("--home", home, "cost", "--json");
  expect(Number(total_usd)).toBe(Number(bill.cost_usd));
  await hands.goTo("Costs");
  await desktop.sees("Spent so far in");
  await desktop.sees("card-coding");
  await desktop.picture("journey-14-costs");
  await hands.goTo("Home");
  await desktop.sees("Waiting for you");
  await desktop.picture("journey-15-home");
});
