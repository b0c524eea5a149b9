import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, openAt, test } from "./fixtures.ts";
import { runSample, type Sample } from "./sample.ts";
import { looks, nameOf, picture, routesOf } from "./screens.ts";

let engine: Engine;
let sample: Sample;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  engine = await startEngine();
  sample = await runSample(engine);
});

test.afterAll(() => engine.stop());

for (const look of looks) {
  test(`every screen fits the window and is accessible: ${nameOf(look)}`, async ({ page }) => {
    test.setTimeout(180_000);
    const settings = await engine.call("settings/get", {});
    await engine.call("settings/set", {
      ...settings,
      language: look.language,
      appearance: look.theme,
    });
    await page.setViewportSize({ width: look.width, height: look.height });
    for (const [name, route] of Object.entries(routesOf(sample))) {
      await openAt(page, engine, route);
      await page.reload();
      await expect(page.getByRole("main")).toBeVisible();
      await page.waitForTimeout(400);
      await picture(page, `${name}-${nameOf(look)}`);
      const { scrollWidth, scrollHeight } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        scrollHeight: document.documentElement.scrollHeight,
      }));
      expect.soft({ scrollWidth, scrollHeight }, `${name}: the page itself never scrolls`).toEqual({
        scrollWidth: look.width,
        scrollHeight: look.height,
      });
      await test.step(name, () => expectAccessible(page));
    }
  });
}
