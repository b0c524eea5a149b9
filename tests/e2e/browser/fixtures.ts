import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { startEngine, type Engine } from "./engine.ts";

type PerWorker = {
  /** One engine for all tests of a worker; a test that needs an empty one starts its own. */
  engine: Engine;
};

type PerTest = {
  /** A page with the app open and drawn. Fails the test when the page reported an error by its end. */
  app: Page;
};

/** Playwright's `test`, with a real engine behind the page. */
export const test = base.extend<PerTest, PerWorker>({
  engine: [
    // Playwright reads what a fixture needs from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const engine = await startEngine();
      await use(engine);
      await engine.stop();
    },
    { scope: "worker" },
  ],
  app: async ({ page, engine }, use) => {
    const errors = collectErrors(page);
    await openAt(page, engine, "/");
    await use(page);
    expect(errors, "errors reported by the page").toEqual([]);
  },
});

export { expect };

/** Opens a screen by its route and waits until it is drawn. */
export async function openAt(page: Page, engine: Engine, route: string): Promise<void> {
  const address = new URL(engine.url);
  address.hash = route;
  await page.goto(address.href);
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: LOADING })).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** What a region says while it loads, in both languages. */
const LOADING = /^(Loading|reading|正在)/;

/** What the page complains of: exceptions, console errors, broken content rules. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

/** Rules that the grid's own elements break; what we put into its cells is still checked. */
const GRID_RULES = [
  "aria-required-children",
  "aria-required-parent",
  "scrollable-region-focusable",
];

/** Fails when the page breaks a rule of WCAG 2.2 A or AA, with the rule and the element. Goes on with the test. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  let found = await violationsOf(page);
  // Something may have begun to be worked out anew while the page was looked at: what stays is a violation.
  if (found.length > 0) found = await violationsOf(page);
  expect.soft(found, `${what}: accessibility`).toEqual([]);
}

async function violationsOf(page: Page): Promise<string[]> {
  // What is being worked out anew is dimmed for that moment and has no contrast to measure.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForFunction(() =>
    document.getAnimations().every((moving) => !(moving instanceof CSSTransition)),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { html, target } of nodes) {
      const inGrid = GRID_RULES.includes(id) && (await isInGrid(page, target.join(" ")));
      if (!inGrid && !isOptionsOfField(id, html)) found.push(`${id}: ${html}`);
    }
  }
  return found;
}

/** Options are scrolled with the arrows of their field; axe knows that only once the field names the list it controls. */
const isOptionsOfField = (id: string, html: string): boolean =>
  id === "scrollable-region-focusable" && html.includes('role="listbox"');

const isInGrid = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.closest("revo-grid") !== null);
