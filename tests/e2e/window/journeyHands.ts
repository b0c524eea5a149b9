import { readdirSync, readFileSync } from "node:fs";
import { By, Key, type WebElement } from "selenium-webdriver";
import type { Desktop } from "./desktop.ts";

/** How long a person would wait before calling it broken; a little more than the harness, for the longest run. */
const PATIENCE_MS = 30_000;

/** What a person does in the window, by the names they read there. */
export type Hands = {
  /** Waits for a button, link, option, field or row of this name, and returns it. */
  named: (kind: Kind, name: string) => Promise<WebElement>;
  /** Clicks it. */
  click: (kind: Kind, name: string) => Promise<void>;
  /** Goes to a screen by the navigation, and waits until its name stands in the head. */
  goTo: (screen: string) => Promise<void>;
  /** Replaces the text of a field, and leaves it with Enter. */
  fill: (name: string, text: string) => Promise<void>;
  /** Presses a key while Control is held. */
  control: (key: string) => Promise<void>;
  /** The numbers of a sum, the total last: `473 + 64 + 60 + 3 = 600`. Empty while it is not drawn. */
  sum: (name: string) => Promise<string[]>;
  /** Waits until a condition holds. */
  until: (holds: () => Promise<boolean>, what: string) => Promise<void>;
};

type Kind = keyof typeof SELECTORS;

/** Where to look for each kind of thing; its name is looked for in its label and its text. */
const SELECTORS = {
  button: "button:not([disabled], [aria-disabled=true])",
  link: "a[href]",
  option: "[role=option]",
  item: "[role=menuitem]",
  field: "input, textarea",
  row: "tbody tr",
};

/** Hands for a window. */
export function handsOn({ driver, press }: Desktop): Hands {
  const named = (kind: Kind, name: string) =>
    driver.wait(
      () => driver.executeScript<WebElement | null>(FIND, SELECTORS[kind], name),
      PATIENCE_MS,
      `no ${kind} called ${name}`,
    ) as Promise<WebElement>;
  const control = (key: string) =>
    driver.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform();
  return {
    named,
    control,
    click: async (kind, name) => {
      const found = await named(kind, name);
      // WebKit takes clicks on cells, not on the rows around them.
      await (kind === "row" ? await found.findElement(By.css("td")) : found).click();
    },
    goTo: (screen) =>
      // While the numbers in the navigation change, a click can fall between two drawings; a person clicks again.
      driver.wait(
        async () => {
          await (await named("link", screen)).click();
          const head = () =>
            driver.executeScript<string>(
              "return document.querySelector('header')?.textContent ?? ''",
            );
          return driver.wait(async () => (await head()).includes(screen), 3_000).catch(() => false);
        },
        PATIENCE_MS,
        `the screen ${screen} did not open`,
      ) as unknown as Promise<void>,
    fill: async (name, text) => {
      await (await named("field", name)).click();
      await control("a");
      await press(text, Key.ENTER);
    },
    sum: (name) =>
      driver.executeScript<string[]>(
        `return [...document.querySelectorAll('dl[aria-label="' + arguments[0] + '"] dd')].map((part) => part.innerText.trim())`,
        name,
      ),
    until: async (holds, what) => {
      await driver.wait(holds, PATIENCE_MS, what);
    },
  };
}

/** Waits until no program works with a data folder any more: a start before that would be handed over to it. */
export async function programEnds(home: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (worksWith(home)) {
    if (Date.now() > deadline) throw new Error(`a program still works with ${home}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function worksWith(home: string): boolean {
  return readdirSync("/proc").some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      return readFileSync(`/proc/${entry}/cmdline`, "utf8").split("\0").includes(home);
    } catch {
      // It ended while we looked.
      return false;
    }
  });
}

/** Finds by label, labelling element or text: an exact name first, then one that begins with it. Runs in the page. */
const FIND = `
  const [selector, name] = arguments;
  const labelOf = (element) =>
    [element.getAttribute("aria-label"), element.labels?.[0]?.innerText, element.innerText]
      .map((text) => text?.replace(/\\s+/g, " ").trim())
      .filter(Boolean);
  const shown = [...document.querySelectorAll(selector)].filter((element) => element.offsetParent !== null);
  return (
    shown.find((element) => labelOf(element).includes(name)) ??
    shown.find((element) => labelOf(element).some((text) => text.startsWith(name))) ??
    null
  );`;
