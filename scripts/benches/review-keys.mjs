// A hundred rows accepted by keyboard in a run of ten thousand results, in a real page: how long the app takes from the
// key to the next row, whole and painted. The person is to be the only limit.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "../lib/say.mjs";
import { timedRun } from "./measured-run.mjs";
import { openBrowser, startServer, timed } from "./page.mjs";

const RESULTS = 10_000;
const ROWS = 100;
/** Ten rows a second. */
const LIMIT_MS = 100;

export const reviewKeys = {
  name: "review-keys",
  title: `${ROWS} rows accepted by keyboard, ${RESULTS} results in the run`,
  /** Ideal: the slowest that still leaves the person the only limit. */
  atMost: 1,
  async run({ home }) {
    await timedRun(home, [
      ...["--skill", "skills/card-coding", "--tasks", bankLines(home)],
      ...["--model", "practice/sample", "--agents", "200", "--budget", "1"],
    ]);
    const server = await startServer(join(home, "data"));
    const browser = await openBrowser();
    try {
      const { run } = (await server.call("run/list", {}))[0];
      const survey = await timed(() => server.call("review/survey", { run }));
      const again = await timed(() => server.call("review/survey", { run }));
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${server.url}#/review/${run}?filter=unjudged`);
      const each = await acceptRows(page, ROWS);
      const stored = await timed(() => allStored(server, run));
      const measuredMs = each.reduce((sum, one) => sum + one, 0);
      const sorted = [...each].sort((a, b) => a - b);
      const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1];
      const also =
        `${(ROWS / (measuredMs / 1000)).toFixed(1)} rows/s, p95 ${p95.toFixed(0)} ms, ` +
        `worst ${sorted.at(-1).toFixed(0)} ms, the last verdict stored ${stored.toFixed(0)} ms later; ` +
        `facets of the run ${survey.toFixed(0)} ms, then ${again.toFixed(0)} ms`;
      const wrong = p95 > LIMIT_MS ? "a row in twenty keeps the person waiting" : undefined;
      return { measuredMs, idealMs: ROWS * LIMIT_MS, also, wrong };
    } finally {
      await browser.close();
      server.stop();
    }
  },
};

/** Waits until every verdict given is in the store. */
async function allStored(server, run) {
  const started = performance.now();
  while ((await server.call("run/get", { run })).run.review.accepted < ROWS) {
    if (performance.now() - started > 30_000) throw new Stop("verdicts were lost");
  }
}

/** Presses A and waits until the next row stands there whole, so many times; milliseconds of each. */
async function acceptRows(page, count) {
  await page.getByRole("heading", { name: /left$/ }).waitFor({ timeout: 60_000 });
  // The list has been read to its end.
  await page.getByText(/^unsure first$/).waitFor({ timeout: 60_000 });
  await page.locator("[data-task][aria-busy=false]").waitFor({ timeout: 60_000 });
  await page.evaluate(watchKeys);
  const each = [];
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press("a");
    each.push(await page.evaluate(() => window.nextRow));
  }
  return each;
}

/** In the page: `nextRow` becomes the time from the key to the frame in which the next row is there with all it has. */
function watchKeys() {
  const shown = () => document.querySelector("[data-task]");
  document.addEventListener(
    "keydown",
    () => {
      const start = performance.now();
      const before = shown()?.dataset.task;
      window.nextRow = new Promise((resolve) => {
        const look = () => {
          const now = shown();
          if (now === null || now.dataset.task === before || now.ariaBusy === "true") {
            requestAnimationFrame(look);
          } else {
            // After this frame was painted.
            requestAnimationFrame(() => resolve(performance.now() - start));
          }
        };
        requestAnimationFrame(look);
      });
    },
    { capture: true },
  );
}

function bankLines(home) {
  const shops = ["OYSTER BUS", "TESCO STORES", "AMAZON EU", "CONNEVANS LTD", "KAYS DELI", "IKEA"];
  const lines = Array.from({ length: RESULTS }, (_, row) => {
    const shop = `${shops[(row * 7) % shops.length]} ${row % 700}`;
    return `Area ${row % 5},${shop},${((row * 7919) % 100_000) / 100}`;
  });
  const file = join(home, "lines.csv");
  writeFileSync(file, `Service Area,Creditor,JV Value\n${lines.join("\n")}\n`);
  return file;
}
