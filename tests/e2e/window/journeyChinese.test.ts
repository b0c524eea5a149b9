import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDesktop, type Desktop } from "./desktop.ts";
import { handsOn, type Hands } from "./journeyHands.ts";

const languages = ["LANG", "LC_ALL", "LC_MESSAGES"] as const;
const before = languages.map((name) => [name, process.env[name]] as const);
let desktop: Desktop;
let hands: Hands;

beforeAll(async () => {
  for (const name of languages) delete process.env[name];
  process.env["LANG"] = "zh_CN.UTF-8";
  desktop = await openDesktop();
  hands = handsOn(desktop);
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await desktop.picture("journey-zh-failed");
});

afterAll(async () => {
  await desktop.close();
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test("on a Chinese system the window is Chinese from the first moment", async () => {
  await desktop.find("main");
  await desktop.sees("首页");
  await desktop.sees("600");
  expect(await desktop.driver.executeScript("return document.documentElement.lang")).toMatch(/^zh/);
  await desktop.picture("journey-zh-01-home");
});

test("the sample runs and is reviewed in Chinese", async () => {
  await hands.click("button", "运行示例");
  await hands.until(async () => {
    const numbers = (await hands.sum("行")).map((text) => Number(text.replaceAll(",", "")));
    return numbers.length === 5 && numbers[0] === numbers[4];
  }, "every row done");
  await desktop.sees("练习");
  await desktop.picture("journey-zh-02-run");
  await desktop.press("r");
  await desktop.find("[id^=queue-]");
  await hands.named("button", "采纳");
  await desktop.press("a");
  await desktop.sees("已复核 1 行");
  await desktop.picture("journey-zh-03-review");
});
