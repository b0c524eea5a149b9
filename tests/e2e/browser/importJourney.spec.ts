import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { bringFile, openNewJob, rowsOfRun, runEnds } from "./journeyHands.ts";
import { picture } from "./screens.ts";

const samples = fileURLToPath(new URL("../../../samples/month-end", import.meta.url));
let engine: Engine;

test.beforeEach(async () => {
  engine = await startEngine();
});

test.afterEach(() => engine.stop());

test("a Chinese table in GB18030 reads right by itself and becomes the task list", async ({
  page,
}) => {
  const job = await openNewJob(page, engine, "card-coding");
  const dialog = await bringFile(page, "en", join(samples, "card-lines.zh.csv"));
  await expect(dialog.getByRole("combobox", { name: "Encoding" })).toHaveValue("GB18030");
  await expect(dialog.getByText("100 rows, 7 columns")).toBeVisible();
  await expect(dialog.getByRole("columnheader").first()).toHaveText(/\p{Script=Han}/u);
  await picture(page, "import-gb18030");
  await expectAccessible(page, "import preview");
  await dialog.getByRole("button", { name: "Use this table" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(".rgCell").first()).toBeVisible();
  await picture(page, "import-gb18030-used");
  const rows = await engine.call("job/rows", {
    job,
    offset: 0,
    limit: 200,
    view: "all",
    search: "",
    filters: [],
  });
  expect(rows.total).toBe(100);
  expect(rows.rows[0]?.cells.join("")).toMatch(/\p{Script=Han}/u);
});

test("a wrong encoding chosen by hand is said to be chosen, and can be taken back", async ({
  page,
}) => {
  await openNewJob(page, engine, "card-coding");
  const dialog = await bringFile(page, "en", join(samples, "card-lines.zh.csv"));
  const encoding = dialog.getByRole("combobox", { name: "Encoding" });
  await encoding.click();
  await page.getByRole("option", { name: "WINDOWS-1252" }).click();
  await expect(dialog.getByText("chosen by you")).toBeVisible();
  await expect(encoding).toHaveValue("WINDOWS-1252");
  await expect(dialog.getByRole("columnheader").first()).not.toHaveText(/\p{Script=Han}/u);
  await picture(page, "import-wrong-encoding");
});

const EUROPEAN = [
  "Service Area;Creditor;JV Value",
  "Libraries;NORTHWIND SUPERMARKET;120,50",
  "Libraries;NORTHWIND SUPERMARKET;1.250,00",
  "Schools;OYSTER RENEWAL;10,00",
].join("\r\n");

test("semicolons and decimal commas are found, and rules read the amounts as written", async ({
  page,
}) => {
  const job = await openNewJob(page, engine, "card-coding");
  const dialog = await bringFile(page, "en", {
    name: "März.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(EUROPEAN, "utf8"),
  });
  await expect(dialog.getByRole("combobox", { name: "Cells end with" })).toHaveValue("a semicolon");
  await expect(dialog.getByRole("combobox", { name: "Decimal mark" })).toHaveValue("comma, 1,50");
  await expect(dialog.getByRole("cell", { name: "1.250,00" })).toBeVisible();
  await picture(page, "import-semicolon");
  await dialog.getByRole("button", { name: "Use this table" }).click();
  await expect(dialog).toBeHidden();
  // 120.50 is a large shop that a rule books; 1250 is beyond the rule; travel cards have one of their own.
  await expect(page.getByText("2 rows by rule")).toBeVisible();
  await expect(page.getByText("1 row by the model")).toBeVisible();
  await page.getByRole("button", { name: "Start run" }).click();
  expect(await runEnds(page)).toEqual([3, 0, 0, 0, 3]);
  await picture(page, "import-semicolon-run");
  expect(await rowsOfRun(page)).toEqual([3, 0, 0, 0, 3]);
  const [run] = await engine.call("run/list", {});
  expect({ job: run?.job, by: run?.done_by }).toEqual({
    job,
    by: { rule: 2, model: 1, person: 0 },
  });
});
