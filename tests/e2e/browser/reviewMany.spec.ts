// Many rows at once through the browser: facets, equal results accepted as one, the table, flags, corrections, undo.
import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, openAt, test } from "./fixtures.ts";
import { runSample, type Sample } from "./sample.ts";

let engine: Engine;
let sample: Sample;

test.beforeAll(async () => {
  engine = await startEngine();
  sample = await runSample(engine);
});

test.afterAll(() => engine.stop());

/** How many rows have which verdict, as the engine says. */
async function tally() {
  return (await engine.call("run/get", { run: sample.run })).run.review;
}

test("a run is reviewed group by group, row by row, and taken back", async ({ page }) => {
  const before = await tally();
  await openAt(page, engine, `/review/${sample.run}?filter=unjudged&view=groups`);
  const groups = page.getByRole("grid", { name: "Equal results" });
  await expect(groups).toBeVisible();
  await expectAccessible(page, "equal results");

  // Accept the largest group as one, after reading what it covers.
  const accept = groups.getByRole("button", { name: /^Accept \d/ }).first();
  const count = Number(
    /Accept ([\d,]+)/.exec((await accept.textContent()) ?? "")?.[1]?.replace(",", ""),
  );
  expect(count).toBeGreaterThan(1);
  await accept.click();
  await expect(page.getByText(/match and are not judged yet/)).toContainText(
    /by rule|by the model/,
  );
  await expectAccessible(page, "what accepting covers");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await tally()).accepted).toBe(before.accepted + count);
  await page.keyboard.press("z");
  await expect.poll(async () => (await tally()).accepted).toBe(before.accepted);

  // Narrow by a facet, open a group as a table, and look at its rows.
  await page.getByRole("checkbox", { name: "a rule" }).click();
  await expect(page.getByRole("button", { name: "Drop Decided by: a rule" })).toBeVisible();
  await groups.getByRole("row").nth(1).dblclick();
  const table = page.getByRole("grid", { name: "Source and results" });
  await expect(table).toBeVisible();
  await expectAccessible(page, "the table");

  // Flag a row in the table, then go through it one by one.
  await table.getByRole("row").nth(1).click();
  await page.keyboard.press("m");
  await expect
    .poll(async () => {
      const { facets } = await engine.call("review/survey", {
        run: sample.run,
        filter: { show: "all", search: "", picks: [] },
      });
      return facets.find(({ id }) => id === "flag")?.values;
    })
    .toContainEqual({ value: "yes", count: 1 });
  await page.getByRole("radio", { name: "One by one" }).click();
  await expect(page.getByRole("region", { name: "Result" })).toBeVisible();
  await page.keyboard.press("a");
  await expect.poll(async () => (await tally()).accepted).toBe(before.accepted + 1);
  await page.keyboard.press("x");
  await expect.poll(async () => (await tally()).rejected).toBe(before.rejected + 1);
  await page.keyboard.press("o");
  await expect(page.getByText("Look at first", { exact: true })).toBeVisible();
  await expectAccessible(page, "what to look at first");
  await page.keyboard.press("z");
  await page.keyboard.press("z");
  await expect.poll(tally).toEqual(before);
});
