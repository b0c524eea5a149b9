import type { Page } from "@playwright/test";
import { startEngine, type Engine } from "./engine.ts";
import { expect, expectAccessible, openAt, test } from "./fixtures.ts";
import { say, type Language } from "./journeyWords.ts";
import { runSample, type Sample } from "./sample.ts";
import { picture } from "./screens.ts";

let engine: Engine;
let sample: Sample;

test.beforeAll(async () => {
  engine = await startEngine();
  sample = await runSample(engine);
});

test.afterAll(() => engine.stop());

type Scene = {
  name: string;
  route: (sample: Sample) => string;
  /** Brings what is to be looked at onto the screen. */
  open: (
    page: Page,
    words: (key: string, values?: Record<string, string>) => string,
  ) => Promise<void>;
};

const press = (name: string) => (page: Page, words: (key: string) => string) =>
  page
    .getByRole("button", { name: words(name) })
    .first()
    .click();

/** Everything that opens over a screen, and screens in a state they do not start in. */
const scenes: Scene[] = [
  { name: "keys", route: () => "/", open: (page) => page.keyboard.press("?") },
  { name: "new-job", route: () => "/jobs", open: (page) => page.keyboard.press("n") },
  { name: "choose-skill", route: ({ job }) => `/jobs/${job}`, open: press("job:skill.changeLong") },
  {
    name: "models",
    route: ({ job }) => `/jobs/${job}`,
    open: (page, words) => page.getByRole("combobox", { name: words("job:how.model") }).click(),
  },
  {
    name: "mapping",
    route: ({ job }) => `/jobs/${job}`,
    open: (page, words) =>
      page
        .getByRole("button", {
          name: words("job:map.feeds", { column: "Creditor", input: "Creditor" }),
        })
        .click(),
  },
  { name: "export-menu", route: ({ run }) => `/runs/${run}`, open: press("run:do.export") },
  {
    name: "transcript",
    route: ({ run }) => `/runs/${run}?task=1`,
    open: (page, words) => expect(page.getByText(words("run:transcript.review"))).toBeVisible(),
  },
  {
    name: "review-filter",
    route: ({ run }) => `/review/${run}`,
    open: press("review:filter.needs_review"),
  },
  {
    name: "review-opinion",
    route: ({ run }) => `/review/${run}?filter=all`,
    open: async (page, words) => {
      await page.getByRole("button", { name: words("review:filter.all") }).click();
      await page.getByRole("menuitem", { name: words("opinion:open") }).click();
      await expect(page.getByText(words("opinion:plan.choose"))).toBeVisible();
    },
  },
  {
    name: "compare-choose",
    route: ({ run }) => `/compare/${run}`,
    open: (page, words) => expect(page.getByText(words("compare:noOther"))).toBeVisible(),
  },
  {
    name: "costs-table",
    route: () => "/costs",
    open: press("common:do.showTable"),
  },
  ...["keys", "prices", "cap", "look", "reviewer", "data"].map((section): Scene => ({
    name: `settings-${section}`,
    route: () => `/settings?section=${section}`,
    open: (page, words) =>
      expect(page.getByText(words(`settings:section.${section}`)).first()).toBeVisible(),
  })),
];

for (const [language, appearance] of [
  ["en", "light"],
  ["zh", "dark"],
] as const satisfies [Language, string][]) {
  for (const scene of scenes) {
    test(`${scene.name} is accessible: ${language}, ${appearance}`, async ({ page }) => {
      const settings = await engine.call("settings/get", {});
      await engine.call("settings/set", { ...settings, language, appearance });
      await openAt(page, engine, scene.route(sample));
      await scene.open(page, (key, values) => say(language, key, values));
      // A dialog that is still fading in has colours of its own.
      await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
      await picture(page, `axe-${scene.name}-${appearance}-${language}`);
      await expectAccessible(page, scene.name);
    });
  }
}
