import { startEngine, type Engine } from "./engine.ts";
import { expect, openAt, test } from "./fixtures.ts";
import { rowsOfRun, runEnds } from "./journeyHands.ts";
import { say, type Language } from "./journeyWords.ts";
import { picture } from "./screens.ts";

let engine: Engine;

test.beforeEach(async () => {
  engine = await startEngine();
});

test.afterEach(() => engine.stop());

test("the main job by keyboard alone: run, accept, correct, reject, take back, take away", async ({
  page,
}) => {
  const press = (keys: string) => page.keyboard.press(keys);
  await openAt(page, engine, "/");
  await press("g");
  await press("j");
  await expect(page.getByRole("row", { name: /Sample/ })).toBeVisible();
  await tabTo("Sample");
  await press("Enter");
  await expect(page.getByText("card-lines.csv")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start run" })).toBeEnabled();
  await press("Control+Enter");
  expect(await runEnds(page)).toEqual([600, 0, 0, 0, 600]);

  await press("r");
  await expect(page.getByText("0 judged, 100 need review")).toBeVisible();
  await expect(page.getByRole("option").first()).toBeVisible();
  await press("a");
  await expect(page.getByText("1 judged, 99 need review")).toBeVisible();
  await press("e");
  const choice = page.getByRole("combobox", { name: "Account Description" });
  await expect(choice).toBeFocused();
  await press("Control+a");
  await page.keyboard.type("statio");
  await press("Enter");
  await expect(choice).toHaveValue("Stationery");
  await press("Enter");
  await expect(page.getByText("corrected to Stationery")).toBeVisible();
  await press("x");
  await expect(page.getByText("3 judged, 97 need review")).toBeVisible();
  await press("z");
  await expect(page.getByText("2 judged, 98 need review")).toBeVisible();
  await press("x");
  await expect(page.getByText("3 judged, 97 need review")).toBeVisible();
  await press("j");
  await press("k");
  await press("s");
  await press("Shift+A");
  await expect(page.getByRole("button", { name: "Accept 97 rows" })).toBeFocused();
  await picture(page, "journey-accept-all");
  await press("Enter");
  await expect(page.getByText("100 judged, 0 need review")).toBeVisible();
  await picture(page, "journey-review-empty");

  const [run] = await engine.call("run/list", {});
  expect(run?.review).toMatchObject({ accepted: 98, corrected: 1, rejected: 1, left: 500 });
  await openAt(page, engine, `/runs/${run?.run ?? ""}`);
  await expect(page.getByText("Judged: 98 accepted, 1 corrected, 1 rejected")).toBeVisible();
  await tabTo("Export");
  await press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  const download = page.waitForEvent("download");
  await press("Enter");
  expect((await download).suggestedFilename()).toMatch(/run 1\.xlsx$/);
  await picture(page, "journey-exported");

  /** Moves the focus with Tab alone until it stands on something that begins with these words. */
  async function tabTo(words: string) {
    for (let step = 0; step < 60; step += 1) {
      await press("Tab");
      const text = await page.evaluate(() => {
        const active = document.activeElement;
        return active instanceof HTMLElement ? active.innerText.trim() : "";
      });
      if (text.startsWith(words)) return;
    }
    throw new Error(`Tab never reached ${words}`);
  }
});

for (const language of ["en", "zh"] as const satisfies Language[]) {
  for (const appearance of ["light", "dark"] as const) {
    test(`600 rows from first start to the last verdict: ${language}, ${appearance}`, async ({
      page,
    }) => {
      const at = (name: string) => picture(page, `journey-${name}-${appearance}-${language}`);
      const settings = await engine.call("settings/get", {});
      await engine.call("settings/set", { ...settings, language, appearance });
      await openAt(page, engine, "/");
      await at("home-first");
      await page.getByRole("button", { name: say(language, "home:first.run") }).click();
      await rowsOfRun(page, language);
      await at("run-at-work");
      expect(await runEnds(page, language)).toEqual([600, 0, 0, 0, 600]);
      await at("run-ended");
      const [run] = await engine.call("run/list", {});
      await openAt(page, engine, `/review/${run?.run ?? ""}?filter=unjudged`);
      await expect(page.getByRole("option").first()).toBeVisible();
      await at("review-unjudged");
      await page.keyboard.press("e");
      await expect(page.getByRole("combobox").first()).toBeFocused();
      await at("review-editing");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Shift+A");
      await expect(
        page.getByRole("button", {
          name: say(language, "review:do.acceptCount_other", { count: "600" }),
        }),
      ).toBeEnabled();
      await at("review-accept-all");
      await page.keyboard.press("Enter");
      await expect
        .poll(async () => (await engine.call("run/list", {}))[0]?.review)
        .toMatchObject({ accepted: 600, corrected: 0, rejected: 0, left: 0, needs_review: 0 });
      await expect(
        page.getByText(say(language, "review:queue.left_other", { count: "0" })),
      ).toBeVisible();
      await at("review-all-judged");
      await page.keyboard.press("g");
      await page.keyboard.press("h");
      await expect(page.getByText(say(language, "home:waiting.nothing"))).toBeVisible();
      await at("home-judged");
    });
  }
}
