import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { NOTE, OF, reviewStates, ROWS, stampmill, type ReviewStates } from "../reviewStates.ts";
import { openDesktop, type Desktop } from "./desktop.ts";
import { handsOn, programEnds, type Hands } from "./journeyHands.ts";

let home: string;
let states: ReviewStates;
let desktop: Desktop;
let hands: Hands;

/** 600 rows in every state a review can meet, reviewed in the real window. The tests build on each other. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "stampmill-review-"));
  states = await reviewStates(home);
  await open();
});

afterAll(async () => {
  states.stop();
  await desktop.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await desktop.picture("review-failed");
});

async function open() {
  desktop = await openDesktop({ home });
  hands = handsOn(desktop);
  await desktop.find("main");
  await hands.goTo("Review");
  await hands.click("row", "shop-lines, run 1");
  await desktop.find("[id^=queue-]");
}

/** The closing sheet as the command says it; the parts always add up to all rows. */
function sheet(): Record<string, number> {
  const { counts } = JSON.parse(stampmill(home, "sign-off", states.run, "--show", "--json")) as {
    counts: Record<string, number>;
  };
  const { rows, ...parts } = counts;
  expect(rows).toBe(ROWS);
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(ROWS);
  return parts;
}

test("rows are filled in, accepted, corrected, rejected, flagged and asked again by keyboard", async () => {
  // The rule left these two to a person: one key fills in what is missing.
  await desktop.press("1");
  await desktop.sees("1 judged");
  await desktop.press("1");
  await desktop.sees("2 judged");
  await desktop.sees("Confidence is `0.41`, expected is 0.5 or more.");
  await desktop.press("a");
  await desktop.sees("3 judged");
  await desktop.press("x");
  await desktop.sees("4 judged");
  await desktop.press("m");
  await desktop.sees("flagged");
  await desktop.press("q");
  await hands.named("field", "What should the model know about this row?");
  await desktop.press(NOTE);
  await hands.named("button", "Ask again");
  await desktop.picture("review-1-ask");
  await hands.control(Key.ENTER);
  await desktop.sees("1 row has a new answer");
  await desktop.picture("review-2-asked");
  expect(sheet()).toMatchObject({ accepted: 1, corrected: 2, rejected: 1, failed: OF.failed });
});

test("what is undone after a restart is what was done before it", async () => {
  await desktop.close();
  await programEnds(home);
  await open();
  await desktop.press("z");
  await desktop.sees("1 row is open again");
  await desktop.press("z");
  await desktop.press("z");
  await hands.until(
    () => Promise.resolve(sheet()["rejected"] === 0),
    "the rejection is taken back",
  );
  expect(sheet()).toMatchObject({ accepted: 1, corrected: 2 });
});

test("what rules decided is accepted together, and the sheet of 600 rows adds up on screen", async () => {
  await hands.click("button", "Needs review");
  await hands.click("item", "By rule");
  await desktop.sees(`${OF.byRule} left`);
  await hands.click("button", "Accept all that match");
  await hands.named("button", `Accept ${OF.byRule} rows`);
  await desktop.picture("review-3-together");
  await desktop.press(Key.ENTER);
  await desktop.sees(`${OF.byRule} rows accepted`);
  expect(sheet()).toMatchObject({ accepted: OF.byRule + 1, corrected: 2 });
  await hands.click("link", "Sample and sign off");
  await desktop.sees("Not reviewed");
  await desktop.picture("review-4-closing");
});
