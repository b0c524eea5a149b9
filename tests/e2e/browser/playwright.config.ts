import { defineConfig } from "@playwright/test";
import { fileURLToPath } from "node:url";

const results = fileURLToPath(new URL("../../../test-results/browser", import.meta.url));

/** The browser is the system's own; nothing is loaded from elsewhere. */
export default defineConfig({
  testDir: ".",
  outputDir: results,
  // Two cores: one for the engine, one for the browser.
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
