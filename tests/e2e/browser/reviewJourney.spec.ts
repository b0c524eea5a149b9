// 600 rows with everything a review can meet: by rule and by a model, unsure, with findings, disputed, failed, for a
// person. They are judged by keyboard until the closing sheet adds up; then every view of the review is looked at.
import type { Page } from "@playwright/test";
import { NOTE, OF, reviewStates, ROWS, TASK, type ReviewStates } from "../reviewStates.ts";
import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, openAt, test } from "./fixtures.ts";
import { say, type Language } from "./journeyWords.ts";
import { picture } from "./screens.ts";

test.describe.configure({ mode: "serial" });

let engine: Engine;
let states: ReviewStates;

test.beforeAll(async () => {
  engine = await startEngine(async (home) => {
    states = await reviewStates(home);
  });
});

test.afterAll(async () => {
  states.stop();
  await engine.stop();
});

const counts = async () => (await engine.call("signoff/get", { run: states.run })).counts;

test("600 rows are reviewed by keyboard, and the closing sheet adds up", async ({ page }) => {
  const press = (keys: string) => page.keyboard.press(keys);
  const reads = (text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
  expect(await counts()).toMatchObject({
    rows: ROWS,
    failed: OF.failed,
    unreviewed: ROWS - OF.failed,
  });

  await openAt(page, engine, `/review/${states.run}?filter=unjudged`);
  await expect(page.getByRole("option").first()).toBeVisible();
  // The rule left these to a person: one key fills in what is missing.
  await press("1");
  await reads(/^Row \d+ corrected to Food/);
  await press("1");
  await reads(/Confidence is .0.41., expected is 0.5 or more/);
  await press("a");
  await reads(/^Row \d+ accepted/);
  await press("e");
  const account = page.getByRole("combobox", { name: "Account" });
  await expect(account).toBeFocused();
  await press("Control+a");
  await page.keyboard.type("trav");
  await press("Enter");
  await press("Enter");
  await reads(/^Row \d+ corrected to Travel/);
  await press("l");
  await reads(/^Learn from/);
  await page.getByRole("radio", { name: "An example" }).click();
  await page.getByRole("button", { name: "Add the example" }).click();
  await reads(/shop-lines is version .+ now/);
  await press("Escape");
  await press("x");
  await reads(/^Row \d+ rejected/);
  await press("m");
  await reads(/^Row \d+ flagged/);
  await press("q");
  await expect(page.getByRole("textbox", { name: /^What should the model know/ })).toBeFocused();
  await page.keyboard.type(NOTE);
  await expect(page.getByRole("button", { name: /^Ask again/ }).last()).toBeEnabled();
  await press("Control+Enter");
  await reads("1 row has a new answer");
  await press("s");
  expect(await counts()).toMatchObject({ accepted: 1, corrected: 3, rejected: 1 });

  // What rules decided is accepted together; of the rest a sample is drawn, looked at, and speaks for it.
  await openAt(page, engine, `/review/${states.run}?filter=by_rule`);
  await expect(page.getByRole("option").first()).toBeVisible();
  await press("Shift+A");
  await expect(page.getByRole("button", { name: `Accept ${OF.byRule} rows` })).toBeFocused();
  await press("Enter");
  await expect.poll(async () => (await counts()).accepted).toBe(OF.byRule + 1);
  await openAt(page, engine, `/review/${states.run}/close`);
  await page.getByRole("button", { name: "Draw the sample" }).click();
  await reads(/drawn/);
  await openAt(page, engine, `/review/${states.run}?filter=in_sample`);
  await expect(page.getByRole("option").first()).toBeVisible();
  await press("Shift+A");
  await expect(page.getByRole("button", { name: /^Accept \d+ rows?$/ })).toBeFocused();
  await press("Enter");
  await reads(/rows? accepted/);
  await openAt(page, engine, `/review/${states.run}/close`);
  await page.getByRole("button", { name: /^Accept the other \d+ by sample/ }).click();
  await reads(/rows are accepted by this sample/);

  const { rows, ...parts } = await counts();
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(rows);
  expect(parts).toMatchObject({ corrected: 3, rejected: 1, failed: OF.failed, unfinished: 0 });
  expect(parts.by_sample).toBeGreaterThan(100);
  // What lacks a value was never accepted with others, and stays for a person.
  expect(parts.unreviewed).toBeGreaterThanOrEqual(OF.held - 2);
});

type Scene = {
  route: (states: ReviewStates) => string;
  /** Brings what is to be looked at onto the screen. */
  open: (page: Page, words: (key: string) => string) => Promise<unknown>;
};

const first = (page: Page) => expect(page.getByRole("option").first()).toBeVisible();
const pressed = (keys: string) => async (page: Page) => {
  await first(page);
  await page.keyboard.press(keys);
};
const shows = (text: string) => (page: Page, words: (key: string) => string) =>
  expect(page.getByText(words(text)).first()).toBeVisible();

/** Every view of a review, and what opens over it. */
const scenes: Record<string, Scene> = {
  one: { route: ({ run }) => `/review/${run}?filter=unjudged`, open: first },
  editing: {
    route: ({ run }) => `/review/${run}?filter=unjudged`,
    open: async (page) => {
      await pressed("e")(page);
      await expect(page.getByRole("combobox").first()).toBeFocused();
    },
  },
  groups: {
    route: ({ run }) => `/review/${run}?filter=all&view=groups`,
    open: (page, words) =>
      expect(page.getByRole("grid", { name: words("review:group.label") })).toBeVisible(),
  },
  table: {
    route: ({ run }) => `/review/${run}?filter=all&view=table`,
    open: (page, words) =>
      expect(page.getByRole("grid", { name: words("review:table.label") })).toBeVisible(),
  },
  risk: { route: ({ run }) => `/review/${run}?filter=all&order=risk`, open: first },
  narrow: {
    route: ({ run }) => `/review/${run}?filter=all`,
    open: async (page, words) => {
      await pressed("f")(page);
      await expect(page.getByText(words("review:facet.by"))).toBeVisible();
    },
  },
  judged: { route: ({ run }) => `/review/${run}?filter=judged`, open: first },
  failed: { route: ({ run }) => `/review/${run}?filter=all&task=${TASK.failed}`, open: first },
  held: { route: ({ run }) => `/review/${run}?filter=all&task=${TASK.held}`, open: first },
  sample: { route: ({ run }) => `/review/${run}?filter=in_sample`, open: first },
  closing: { route: ({ run }) => `/review/${run}/close`, open: shows("review:close.sheet.label") },
  merge: {
    route: ({ run }) => `/merge/${run}`,
    open: (page) => expect(page.getByRole("main")).toBeVisible(),
  },
  corrections: {
    route: ({ run }) => `/review/${run}/corrections`,
    open: (page, words) =>
      expect(page.getByRole("grid", { name: words("review:corrections.title") })).toBeVisible(),
  },
  "opinion-ask": {
    route: ({ run }) => `/review/${run}?filter=all&ask=opinion`,
    open: (page) => expect(page.getByRole("dialog")).toBeVisible(),
  },
  compare: {
    route: ({ run, second }) => `/compare/${run}?with=${second}`,
    open: (page) => expect(page.getByRole("main")).toBeVisible(),
  },
  ask: {
    route: ({ run }) => `/review/${run}?filter=unjudged`,
    open: async (page) => {
      await pressed("q")(page);
      await page.keyboard.type("The VAT is on page 2.");
      // The button is ready once the price is known.
      await expect(page.locator("form button[type=submit]")).toBeEnabled();
      await expect(page.getByRole("textbox").last()).toBeFocused();
    },
  },
  asked: {
    route: ({ run }) => `/review/${run}?filter=all&task=${TASK.unsure}`,
    open: (page) => expect(page.getByText(NOTE).first()).toBeVisible(),
  },
  flag: { route: ({ run }) => `/review/${run}?filter=unjudged`, open: pressed("Shift+M") },
  learn: {
    route: ({ run }) => `/review/${run}?filter=judged&task=${TASK.corrected}`,
    open: async (page, words) => {
      await first(page);
      await page.keyboard.press("l");
      await expect(page.getByText(words("review:learn.effect")).first()).toBeVisible();
    },
  },
  "accept-all": { route: ({ run }) => `/review/${run}?filter=all`, open: pressed("Shift+A") },
  opinions: {
    route: ({ run }) => `/review/${run}?filter=all`,
    open: async (page, words) => {
      await first(page);
      await page.getByRole("button", { name: words("opinion:note.agreement") }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  drawn: {
    route: ({ invoices }) => `/review/${invoices}?filter=all`,
    open: async (page) => {
      await first(page);
      await expect(page.locator("main img").first()).toBeVisible();
    },
  },
};

for (const [language, appearance] of [
  ["en", "light"],
  ["zh", "dark"],
] as const satisfies [Language, string][]) {
  test(`every view of a review is accessible: ${language}, ${appearance}`, async ({ page }) => {
    test.setTimeout(180_000);
    const settings = await engine.call("settings/get", {});
    await engine.call("settings/set", { ...settings, language, appearance });
    await page.goto("about:blank");
    const ask = { run: states.run, tasks: [TASK.unsure], note: NOTE, with_answer: true };
    await engine.call("again/ask", ask);
    for (const [name, scene] of Object.entries(scenes)) {
      await test.step(name, async () => {
        // By way of another screen, so that nothing of the scene before is left open.
        await openAt(page, engine, "/runs");
        await openAt(page, engine, scene.route(states));
        await scene.open(page, (key) => say(language, key));
        // A dialog that is still fading in has colours of its own.
        await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
        await picture(page, `review-${name}-${appearance}-${language}`);
        await expectAccessible(page, name);
      });
    }
  });
}
