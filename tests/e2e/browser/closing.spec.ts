// The end of a review through the browser: a sample that was looked at, the closing sheet on screen and on paper, and two
// runs side by side.
import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, openAt, test } from "./fixtures.ts";
import { runSample, type Sample } from "./sample.ts";
import { looks, nameOf, picture } from "./screens.ts";

let engine: Engine;
let first: Sample;
let second: Sample;

test.beforeAll(async () => {
  engine = await startEngine();
  first = await runSample(engine);
  second = await runSample(engine);
});

test.afterAll(() => engine.stop());

/** Draws a sample of the first run and accepts all of it, but for one row that is rejected. */
async function lookAtSample() {
  const { run } = first;
  const drawn = await engine.call("sample/draw", { run, tolerable: 0.05, confidence: 0.95 });
  const page = await engine.call("review/rows", {
    run,
    filter: { show: "in_sample", search: "", picks: [] },
    order: "file",
    offset: 0,
    limit: 1_000,
  });
  const tasks = page.rows.map(({ task }) => task);
  expect(tasks.length).toBe(drawn.drawn);
  const [wrong = 0, ...right] = tasks;
  await engine.call("review/decide", { run, tasks: right, verdict: "accepted" });
  await engine.call("review/decide", { run, tasks: [wrong], verdict: "rejected" });
}

test("a sample that was looked at, the closing sheet and a comparison fit and are accessible", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await lookAtSample();
  const screens = {
    closing: `/review/${first.run}/close`,
    compare: `/compare/${first.run}?with=${second.run}`,
  };
  const settings = await engine.call("settings/get", {});
  for (const look of looks) {
    // Words and sizes do not change roles, names or colours: each theme in one language, at the smaller size.
    const language = look.theme === "light" ? "en" : "zh";
    if (look.width !== 1024 || look.language !== language) continue;
    await engine.call("settings/set", { ...settings, language, appearance: look.theme });
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.goto("about:blank");
    for (const [name, route] of Object.entries(screens)) {
      await openAt(page, engine, route);
      await picture(page, `${name}-${nameOf(look)}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, `${name}: the page itself never scrolls`).toBe(look.width);
      await expectAccessible(page, `${name}, ${nameOf(look)}`);
    }
    await openAt(page, engine, screens.closing);
    const paper = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(
      paper.match(/\/Type \/Page\b/g),
      "the sheet is one page, and nothing is around it",
    ).toHaveLength(1);
  }
  const { counts } = await engine.call("signoff/get", { run: first.run });
  const { rows, ...parts } = counts;
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(rows);
});
