import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { openWindow } from "@/testing/openWindow";

describe("the window", () => {
  it("goes to every place with G and a letter", async () => {
    const { user } = openWindow("/");
    await screen.findByRole("region", { name: "Waiting for you" });
    const places: [string, string][] = [
      ["gc", "Costs"],
      ["gj", "Jobs"],
      ["gs", "Skills"],
      ["gr", "Runs"],
      ["gv", "Review"],
      ["gh", "Home"],
    ];
    for (const [keys, title] of places) {
      await user.keyboard(keys);
      await waitFor(() => expect(document.title).toBe(`${title} · Stampmill`));
    }
  });

  it("lists all keys with ?, and closes them with Escape", async () => {
    const { user } = openWindow("/costs");
    await screen.findByRole("table", { name: "Costs by Skill" });
    await user.keyboard("?");
    const dialog = await screen.findByRole("dialog", { name: "Keys" });
    expect(within(dialog).getByText("Chart as table")).toBeVisible();
    expect(within(dialog).getByText("Go to Review")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("moves from pane to pane with F6", async () => {
    const { user } = openWindow("/settings");
    await screen.findByRole("region", { name: "Anthropic" });
    const seen: (string | null)[] = [];
    for (let step = 0; step < 5; step += 1) {
      await user.keyboard("{F6}");
      seen.push(document.activeElement?.closest("[data-pane]")?.getAttribute("aria-label") ?? null);
    }
    expect(seen).toEqual(["Main", "Settings", "Providers", "Anthropic", "Main"]);
  });

  it("says at the foot what is at work and what the month cost", async () => {
    openWindow("/");
    const foot = await screen.findByLabelText("Status");
    expect(await within(foot).findByText("1 run at work")).toBeVisible();
    expect(foot).toHaveTextContent("64 of 64 agents busy");
    expect(foot).toHaveTextContent("14.12 of 40.00 USD");
  });

  it("draws new numbers of a run that the engine sends", async () => {
    const { platform } = openWindow("/");
    await screen.findByText("473 of 600 done");
    const run = platform.engine.state.runs[0];
    if (!run) throw new Error("no run");
    platform.tell({
      kind: "run",
      run: { ...run, tasks: { ...run.tasks, done: 500, waiting: 97 } },
    });
    expect(await screen.findByText("500 of 600 done")).toBeVisible();
  });

  it("has no barrier that a machine can find on home, costs and settings", async () => {
    for (const path of [
      "/",
      "/costs",
      "/settings",
      "/settings?section=prices",
      "/settings?section=cap",
      "/settings?section=data",
    ]) {
      const view = openWindow(path);
      await screen.findByLabelText("Status");
      await waitFor(() => expect(screen.queryByText("Loading")).not.toBeInTheDocument());
      const result = await axe.run(document.body, {
        rules: { "color-contrast": { enabled: false } },
      });
      expect(
        result.violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html ?? ""}`),
      ).toEqual([]);
      view.close();
    }
  });
});
