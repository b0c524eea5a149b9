import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesktop, type Desktop } from "./desktop.ts";

let desktop: Desktop;

beforeAll(async () => {
  desktop = await openDesktop();
});

afterAll(() => desktop.close());

test("the window opens with its title and draws the first screen", async () => {
  await desktop.find("main");
  expect(await desktop.driver.getTitle()).toContain("Stampmill");
  await desktop.sees("card lines");
  await desktop.picture("start");
});

test("the window is as large as it should be and cannot reach beyond its commands", async () => {
  const { width, height } = await desktop.driver.executeScript<{ width: number; height: number }>(
    "return { width: window.innerWidth, height: window.innerHeight }",
  );
  expect({ width, height }).toEqual({ width: 1280, height: 800 });
  const refused = await desktop.driver.executeAsyncScript<string>(
    `const done = arguments[arguments.length - 1];
     window.__TAURI_INTERNALS__.invoke("plugin:dialog|open", { options: {} }).then(() => done("allowed"), String).then(done);`,
  );
  expect(refused).toContain("not allowed");
});
