import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, openAt, test } from "./fixtures.ts";
import { bringFile, openNewJob } from "./journeyHands.ts";
import { say, type Language } from "./journeyWords.ts";
import { picture } from "./screens.ts";

let engine: Engine;

test.beforeEach(async () => {
  engine = await startEngine();
});

test.afterEach(() => engine.stop());

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
  "base64",
);
const PROSE =
  "Dear all,\n\nplease find the figures below.\nThey are late; sorry, it was a long month.\n";

for (const language of ["en", "zh"] as const satisfies Language[]) {
  test.describe(language, () => {
    test.beforeEach(async () => {
      const settings = await engine.call("settings/get", {});
      await engine.call("settings/set", { ...settings, language });
    });

    test("an empty file is named, and what to do is said", async ({ page }) => {
      await openNewJob(page, engine, "card-coding");
      const dialog = await bringFile(page, language, file("march.csv", Buffer.alloc(0)));
      await expect(dialog).toContainText(
        say(language, "errors:table_empty", { path: "march.csv" }),
      );
      await expect(dialog).toContainText(say(language, "errors:table_empty_hint"));
      await expect(
        dialog.getByRole("button", { name: say(language, "job:import.use") }),
      ).toBeDisabled();
      await expect(
        dialog.getByRole("button", { name: say(language, "job:import.another") }),
      ).toBeEnabled();
      await picture(page, `bad-empty-${language}`);
      await expectAccessible(page, "empty file");
    });

    test("a picture called .csv is no table", async ({ page }) => {
      await openNewJob(page, engine, "card-coding");
      const dialog = await bringFile(page, language, file("scan.csv", PICTURE));
      const [before = ""] = say(language, "errors:table_not_a_table", {
        path: "scan.csv",
        found: "\n",
      }).split("\n");
      await expect(dialog).toContainText(before);
      await expect(dialog).toContainText(say(language, "errors:table_not_a_table_hint"));
      await picture(page, `bad-picture-${language}`);
    });

    test("a letter in a text file comes with a doubt or a refusal, and cannot start a run", async ({
      page,
    }) => {
      await openNewJob(page, engine, "card-coding");
      const dialog = await bringFile(page, language, file("letter.txt", Buffer.from(PROSE)));
      await expect(dialog.getByRole("list").or(dialog.getByRole("alert")).first()).toBeVisible();
      await picture(page, `bad-letter-${language}`);
      const use = dialog.getByRole("button", { name: say(language, "job:import.use") });
      if (await use.isEnabled()) {
        await use.click();
        await expect(dialog).toBeHidden();
        await expect(
          page
            .getByRole("status")
            .filter({ hasText: /Creditor/ })
            .first(),
        ).toBeVisible();
        await expect(
          page.getByRole("button", { name: say(language, "job:how.start") }),
        ).toBeDisabled();
        await picture(page, `bad-letter-used-${language}`);
      }
    });

    test("budgets that cannot work and a model without a price stop the start, and say why", async ({
      page,
    }) => {
      await engine.call("key/set", {
        provider: "anthropic",
        key: "sk-ant-not-a-real-key-0000",
        session_only: true,
      });
      const [sample] = await engine.call("job/list", {});
      await openAt(page, engine, `/jobs/${sample?.job ?? ""}`);
      const start = page.getByRole("button", { name: say(language, "job:how.start") });
      await expect(start).toBeEnabled();
      await field("job:how.model").fill("anthropic/claude-haiku-4-5");
      await page.keyboard.press("Enter");
      for (const amount of ["0.0001", "0"]) {
        await field("job:how.budget").fill(amount);
        await page.keyboard.press("Enter");
        // What is said of the amount before this one may still stand for a moment.
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await expect(page.getByText(say(language, "job:block.budget_small"))).toBeVisible();
        const [smallest = ""] = say(language, "job:how.budgetSmall", { amount: "\n" }).split("\n");
        await expect(page.getByText(smallest)).toBeVisible();
        await expect(start).toBeDisabled();
        await picture(page, `bad-budget-${amount}-${language}`);
      }
      await expectAccessible(page, "budget too small");
      await field("job:how.budget").fill("much");
      await page.keyboard.press("Enter");
      await expect(page.getByText(say(language, "job:how.notAmount"))).toBeVisible();
      await field("job:how.budget").fill("2");
      await page.keyboard.press("Enter");
      await expect(start).toBeEnabled();

      await field("job:how.model").fill("anthropic/claude-of-tomorrow");
      await page.keyboard.press("Enter");
      await expect(page.getByText(say(language, "job:price.unknown"))).toBeVisible();
      await expect(page.getByText(say(language, "job:block.no_price"))).toBeVisible();
      await expect(start).toBeDisabled();
      await picture(page, `bad-no-price-${language}`);
      await expectAccessible(page, "model without price");

      function field(key: string) {
        return page
          .getByRole("textbox", { name: say(language, key) })
          .or(page.getByRole("combobox", { name: say(language, key) }));
      }
    });
  });
}

function file(name: string, buffer: Buffer) {
  return { name, mimeType: "application/octet-stream", buffer };
}
