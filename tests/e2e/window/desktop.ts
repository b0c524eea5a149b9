import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Builder,
  By,
  Capabilities,
  until,
  type WebDriver,
  type WebElement,
} from "selenium-webdriver";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const target = process.env["CARGO_TARGET_DIR"] ?? join(root, "target");
/** The desktop program, as `cargo build` leaves it. */
export const application = join(target, "debug", "stampmill-desktop");
const pictures = join(root, "test-results", "window");

/** How long a person would wait before calling it broken. */
const PATIENCE_MS = 15_000;

/** Stampmill in its real window, driven by what WebKit itself offers for that. */
export type Desktop = {
  /** selenium's own driver, for everything that is not here. */
  driver: WebDriver;
  /** The data folder. */
  home: string;
  /** Waits for an element of this role and name, and returns it. Roles are those of the accessibility tree. */
  find: (selector: string) => Promise<WebElement>;
  /** Waits until the page shows this text anywhere. */
  sees: (text: string | RegExp) => Promise<void>;
  /** All text of the page; also of what cannot be selected. */
  text: () => Promise<string>;
  /** Presses keys, as on the keyboard, wherever the focus is. */
  press: (...keys: string[]) => Promise<void>;
  /** Writes a picture of the window to test-results/window. */
  picture: (name: string) => Promise<void>;
  /** Closes the window. The data folder stays for the next {@link openDesktop}, unless this made it. */
  close: () => Promise<void>;
};

/**
 * Opens the window. Needs a screen, a session bus and tauri-driver: `npm test -- window` sets all three up.
 * With `home`, opens it on a data folder from before; otherwise on an empty one, removed at the end.
 */
export async function openDesktop(options: { home?: string } = {}): Promise<Desktop> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), "stampmill-window-"));
  const [port, nativePort] = [await freePort(), await freePort()];
  const tauriDriver = spawn(
    process.env["TAURI_DRIVER"] ?? "tauri-driver",
    [
      "--port",
      String(port),
      "--native-port",
      String(nativePort),
      "--native-driver",
      "/usr/bin/WebKitWebDriver",
    ],
    // The renderer is chosen here, so that a slow machine does not make the program start over by itself.
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: "1" },
    },
  );
  const driver = await session(port, home).catch((error: unknown) => {
    tauriDriver.kill();
    throw error;
  });
  return desktop(driver, home, async () => {
    await driver.quit();
    await ended(tauriDriver);
    if (!options.home) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** WebKit takes a picture with the next frame it draws; a page at rest draws none, and the picture would never come. */
const KEEP_DRAWING = `
  let frame = 0;
  window.keepDrawing = setInterval(() => {
    document.documentElement.style.outline = (frame++ % 2) + "px solid transparent";
  }, 30);`;

function desktop(driver: WebDriver, home: string, close: () => Promise<void>): Desktop {
  // `getText` leaves out what cannot be selected, such as the labels of buttons.
  const text = () => driver.executeScript<string>("return document.body.innerText");
  return {
    driver,
    home,
    find: (selector) =>
      driver.wait(until.elementLocated(By.css(selector)), PATIENCE_MS, `no ${selector}`),
    sees: async (wanted) => {
      const seen = async () =>
        typeof wanted === "string" ? (await text()).includes(wanted) : wanted.test(await text());
      await driver.wait(seen, PATIENCE_MS, `the window does not show ${String(wanted)}`);
    },
    text,
    press: (...keys) =>
      driver
        .actions()
        .sendKeys(...keys)
        .perform(),
    picture: async (name) => {
      mkdirSync(pictures, { recursive: true });
      await driver.executeScript(KEEP_DRAWING);
      writeFileSync(join(pictures, `${name}.png`), await driver.takeScreenshot(), "base64");
      await driver.executeScript("clearInterval(window.keepDrawing)");
    },
    close,
  };
}

async function session(port: number, home: string): Promise<WebDriver> {
  const capabilities = new Capabilities();
  capabilities.set("tauri:options", { application, args: ["--home", home] });
  capabilities.setBrowserName("wry");
  await listening(port);
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}/`)
    .withCapabilities(capabilities)
    .build();
}

/** A port that was free a moment ago; the driver cannot be asked to take one by itself. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === "object") resolve(address.port);
        else reject(new Error("no free port"));
      });
    });
  });
}

/** Waits until the driver answers. */
async function listening(port: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("tauri-driver does not answer");
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await exit;
}
