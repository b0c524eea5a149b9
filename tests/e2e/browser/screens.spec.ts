import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, openAt, test } from "./fixtures.ts";
import { runSample, type Sample } from "./sample.ts";
import { looks, nameOf, picture, routesOf } from "./screens.ts";

// Each worker takes half of the looks, with an engine of its own.
test.describe.configure({ mode: "parallel" });

let engine: Engine;
let sample: Sample;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  engine = await startEngine();
  sample = await runSample(engine);
});

test.afterAll(() => engine.stop());

for (const look of looks) {
  // Words and sizes do not change roles, names or colours, so one language and one size are enough for the slow part.
  const checked = look.language === "en" && look.width === 1280;
  const title = checked ? "fits the window and is accessible" : "fits the window";

  test(`every screen ${title}: ${nameOf(look)}`, async ({ page }) => {
    test.setTimeout(180_000);
    const settings = await engine.call("settings/get", {});
    const chosen = { language: look.language, appearance: look.theme };
    await engine.call("settings/set", { ...settings, ...chosen });
    await page.setViewportSize({ width: look.width, height: look.height });
    for (const [name, route] of Object.entries(routesOf(sample))) {
      await openAt(page, engine, route);
      if (name === "job") await expect(page.locator(".rgCell").first()).toBeVisible();
      await picture(page, `${name}-${nameOf(look)}`);
      const size = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        height: document.documentElement.scrollHeight,
      }));
      expect
        .soft(size, `${name}: the page itself never scrolls`)
        .toEqual({ width: look.width, height: look.height });
      if (checked) await expectAccessible(page, name);
    }
  });
}
