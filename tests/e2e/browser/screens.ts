import type { Page } from "@playwright/test";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Sample } from "./sample.ts";

/** One way a person may look at a screen. */
export type Look = {
  theme: "light" | "dark";
  language: "en" | "zh";
  width: number;
  height: number;
};

/** Both themes, both languages, the usual and the smallest window. */
export const looks: Look[] = (["light", "dark"] as const).flatMap((theme) =>
  (["en", "zh"] as const).flatMap((language) => [
    { theme, language, width: 1280, height: 800 },
    { theme, language, width: 1024, height: 700 },
  ]),
);

/** A look in a file name: `dark-zh-1024`. */
export const nameOf = ({ theme, language, width }: Look): string => `${theme}-${language}-${width}`;

/** Every screen by a name for its picture, once the sample job ran. */
export function routesOf({ job, run, skill }: Sample): Record<string, string> {
  return {
    home: "/",
    jobs: "/jobs",
    job: `/jobs/${job}`,
    runs: "/runs",
    run: `/runs/${run}`,
    reviews: "/review",
    review: `/review/${run}`,
    costs: "/costs",
    skills: "/skills",
    skill: `/skills/${skill}`,
    settings: "/settings",
  };
}

const folder = fileURLToPath(new URL("../../../test-results/screens", import.meta.url));

/** Writes a picture of the page to `test-results/screens`. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
}
