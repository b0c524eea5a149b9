import { expect, type Locator, type Page } from "@playwright/test";
import type { Engine } from "./engine.ts";
import { openAt } from "./fixtures.ts";
import { say, type Language } from "./journeyWords.ts";

/** Makes a job of a skill past the window and opens it. */
export async function openNewJob(page: Page, engine: Engine, skill: string): Promise<string> {
  const { job } = await engine.call("job/create", { skill });
  await openAt(page, engine, `/jobs/${job}`);
  return job;
}

/** Chooses a file as the task list and waits for the dialog that shows how it is read. */
export async function bringFile(
  page: Page,
  language: Language,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<Locator> {
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: say(language, "job:noRows.open") }).click();
  await (await chosen).setFiles(file);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The numbers of the rows of a run, the total last. Fails when they do not add up. */
export async function rowsOfRun(page: Page, language: Language = "en"): Promise<number[]> {
  const sum = page.locator(`dl[aria-label="${say(language, "run:sums.label")}"]`);
  await expect(sum).toBeVisible();
  const numbers = await sum.evaluate((list) =>
    [...list.querySelectorAll("dd")].map((part) => Number(part.innerText.replaceAll(",", ""))),
  );
  const total = numbers.at(-1);
  expect(numbers.slice(0, -1).reduce((whole, part) => whole + part, 0)).toBe(total);
  return numbers;
}

/** Waits until every row of the run in view has ended, looking at its numbers all the time. */
export async function runEnds(page: Page, language: Language = "en"): Promise<number[]> {
  await expect
    .poll(
      async () => {
        const [done = 0, , , failed = 0, total = -1] = await rowsOfRun(page, language);
        return done + failed === total;
      },
      { timeout: 45_000 },
    )
    .toBe(true);
  return rowsOfRun(page, language);
}
