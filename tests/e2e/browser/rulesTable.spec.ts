// A rules table of 1,000 rules through the browser: quick, by keyboard, whose rows a rule takes, and never over another version.
import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, openAt, test } from "./fixtures.ts";
import { runSample } from "./sample.ts";

let engine: Engine;
const skill = "card-coding";

test.beforeAll(async () => {
  engine = await startEngine();
  await runSample(engine);
  const { base, columns, rows } = await engine.call("rules/get", { skill });
  const first = columns.findIndex((column) => column.part === "if");
  const then = columns.findIndex((column) => column.part === "then");
  const more = Array.from({ length: 1000 - rows.length }, (_, at) =>
    columns.map((_column, place) =>
      place === first ? `is PAYEE ${at}` : place === then ? (rows[0]?.[then] ?? "") : "",
    ),
  );
  await engine.call("rules/save", { skill, base, columns, rows: [...more, ...rows] });
});

test.afterAll(() => engine.stop());

test("a thousand rules are edited, tried and saved", async ({ page }) => {
  await openAt(page, engine, `/skills/${skill}`);
  await page.getByText("Edit", { exact: true }).last().click();
  const table = page.getByRole("table", { name: "Rules table" });
  await expect(table).toHaveAttribute("aria-rowcount", "1001");
  await expect(page.getByText(/Tried on/)).toBeVisible();
  expect(await table.getByRole("row").count()).toBeLessThan(60);

  // Looking for a text brings its rule into view.
  const find = page.getByRole("searchbox", { name: "Find a rule" });
  await find.fill("OYSTER");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await expect(
    table.getByRole("textbox", { name: /^Creditor/ }).and(page.locator("[value=OYSTER]")),
  ).toBeInViewport();
  await find.fill("");

  // To the end and back by keyboard; the field that has the focus stays, wherever the table is.
  await table
    .getByRole("combobox", { name: /^Creditor/ })
    .last()
    .focus();
  await page.keyboard.press("Control+End");
  await expect(table.getByRole("combobox", { name: / of rule 1000$/ }).first()).toBeFocused();
  await page.keyboard.press("Control+Home");
  await expect(table.getByRole("combobox", { name: / of rule 1$/ }).first()).toBeFocused();

  // A rule for every row above all others: who loses how many rows to it is said before it is saved.
  await page.keyboard.press("Control+d");
  await expect(table.getByRole("combobox", { name: / of rule 2$/ }).first()).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  const when = table.getByRole("combobox", { name: / of rule 1$/ }).first();
  await when.selectOption("any");
  await expect(
    page.getByText(/^Saved rule \d+ .* loses \d+ rows? to rule 1 here\.$/).first(),
  ).toBeVisible();
  await expectAccessible(page, "the rules table");

  // Somebody else saves meanwhile: nothing is written over, and what is typed stays.
  const { base, columns, rows } = await engine.call("rules/get", { skill });
  await engine.call("rules/save", { skill, base, columns, rows: rows.slice(0, -1) });
  await expect(page.getByText(/Yours stand here, unsaved/)).toBeVisible();
  const save = page.getByRole("button", { name: /^Save as a new version/ });
  await expect(save).toBeDisabled();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page.getByText(/^Saved as version/)).toBeVisible({ timeout: 30_000 });
  expect((await engine.call("rules/get", { skill })).rows).toHaveLength(1001);
});
