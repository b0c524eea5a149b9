import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

describe("Home", () => {
  it("shows what waits for the person, and opens the review of it", async () => {
    const { user } = openWindow("/");
    const waiting = await screen.findByRole("region", { name: "Waiting for you" });
    expect(
      within(waiting).getByText("Review 29 rows of Card coding, February and March"),
    ).toBeVisible();
    await user.click(within(waiting).getAllByRole("button", { name: "Review" })[0] ?? waiting);
    await waitFor(() => expect(document.title).toContain("Card coding"));
  });

  it("asks before it raises a budget, then sets it and goes on", async () => {
    const { user, platform } = openWindow("/");
    await user.click(await screen.findByRole("button", { name: "Raise to 2.50" }));
    const dialog = await screen.findByRole("dialog", { name: "Raise the budget" });
    expect(dialog).toHaveTextContent("from 1.70 to 2.50 USD");
    expect(platform.calls.some(({ method }) => method === "run/set_budget")).toBe(false);
    await user.click(within(dialog).getByRole("button", { name: "Raise and go on" }));
    await waitFor(() =>
      expect(platform.calls.filter(({ method }) => /set_budget|resume/.test(method))).toEqual([
        { method: "run/set_budget", params: { run: "run-3", budget_usd: "2.5" } },
        { method: "run/resume", params: { run: "run-3" } },
      ]),
    );
  });

  it("finds a job by its name and opens it with the keyboard", async () => {
    const { user } = openWindow("/");
    const search = await screen.findByRole("searchbox", { name: "Search jobs" });
    await screen.findByText("Supplier names");
    await user.keyboard("/supplier");
    expect(search).toHaveValue("supplier");
    const table = screen.getByRole("grid", { name: "Jobs" });
    expect(within(table).getAllByRole("row")).toHaveLength(2);
    within(table)
      .getByRole("row", { name: /Supplier names/ })
      .focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.title).toContain("Supplier names"));
  });

  it("offers the sample on the first start and opens its run", async () => {
    const { user, platform } = openWindow("/", {
      platform: createFakePlatform({ scene: "empty" }),
    });
    await user.click(await screen.findByRole("button", { name: "Run the sample" }));
    await waitFor(() =>
      expect(platform.calls).toContainEqual({ method: "run/start", params: { job: "job-8" } }),
    );
  });

  it("says what failed and tries again", async () => {
    const platform = createFakePlatform();
    platform.refuse("home/get", { code: "store_busy", message: "busy", hint: null, params: {} });
    const { user } = openWindow("/", { platform });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Another program is writing to the data folder.");
    platform.refuse("home/get", null);
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("region", { name: "Waiting for you" })).toBeVisible();
  });

  it("speaks Chinese", async () => {
    const platform = createFakePlatform();
    platform.engine.state.settings.language = "zh";
    openWindow("/", { platform, language: "zh" });
    expect(await screen.findByRole("region", { name: "等您处理" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("首页");
  });
});
