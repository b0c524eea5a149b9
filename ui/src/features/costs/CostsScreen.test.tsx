import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

describe("Costs", () => {
  it("lists the month by skill with a total that adds up", async () => {
    openWindow("/costs");
    const table = await screen.findByRole("table", { name: "Costs by Skill" });
    expect(within(table).getByRole("row", { name: /mtg-prep/ })).toHaveTextContent("5.94");
    expect(within(table).getByRole("row", { name: /Total/ })).toHaveTextContent("14.12");
    const ledger = screen.getByRole("region", { name: "Money of the month" });
    expect(ledger).toHaveTextContent("Held for calls now0.55");
    expect(ledger).toHaveTextContent("Left25.33");
    expect(ledger).toHaveTextContent("Cap40.00");
  });

  it("lists by job and opens the job", async () => {
    const { user } = openWindow("/costs");
    await user.click(await screen.findByRole("radio", { name: "Job" }));
    const table = await screen.findByRole("grid", { name: "Costs by Job" });
    await user.click(within(table).getByText("Contract clauses"));
    await waitFor(() => expect(document.title).toContain("Contract clauses"));
  });

  it("says what the prompt cache saved, for the month and for each line", async () => {
    openWindow("/costs");
    const ledger = await screen.findByRole("region", { name: "Money of the month" });
    expect(ledger).toHaveTextContent("without cache 23.48, with cache 14.12");
    const table = await screen.findByRole("table", { name: "Costs by Skill" });
    expect(within(table).getByRole("columnheader", { name: "Without cache" })).toBeVisible();
    expect(within(table).getByRole("row", { name: /invoice-extract/ })).toHaveTextContent("13.57");
    expect(within(table).getByRole("row", { name: /Total/ })).toHaveTextContent("23.48");
  });

  it("lists by key, and says where none was used", async () => {
    const { user } = openWindow("/costs");
    await user.click(await screen.findByRole("radio", { name: "Key" }));
    const table = await screen.findByRole("table", { name: "Costs by Key" });
    expect(within(table).getByRole("row", { name: /anthropic\/Client A/ })).toHaveTextContent(
      "3.12",
    );
    expect(within(table).getByRole("row", { name: /ollama, no key/ })).toBeVisible();
    expect(within(table).getByRole("row", { name: /practice, practice/ })).toBeVisible();
  });

  it("turns the chart into a table with T, and says its finding", async () => {
    const { user } = openWindow("/costs");
    expect(
      await screen.findByRole("img", { name: /Spent so far in .*: 14\.12 USD/ }),
    ).toBeVisible();
    await user.keyboard("t");
    const table = await screen.findByRole("table", { name: /Spent so far/ });
    expect(within(table).getAllByRole("row").length).toBeGreaterThan(5);
    expect(screen.getByRole("button", { name: "Show as chart" })).toBeVisible();
  });

  it("goes a month back with the arrow, and not past this one", async () => {
    const { user, platform } = openWindow("/costs");
    await screen.findByRole("table", { name: "Costs by Skill" });
    const months = () =>
      platform.calls.flatMap(({ method, params }) =>
        method === "costs/get" && "month" in (params as object)
          ? [(params as { month: string }).month]
          : [],
      );
    const now = months()[0] ?? "";
    await user.keyboard("{ArrowRight}{ArrowLeft}");
    await waitFor(() => expect(new Set(months()).size).toBe(2));
    expect(months().every((month) => month <= now)).toBe(true);
  });

  it("says so when nothing was spent", async () => {
    openWindow("/costs", { platform: createFakePlatform({ scene: "empty" }) });
    expect(await screen.findByText(/Nothing was spent in/)).toBeVisible();
  });

  it("says what failed", async () => {
    openWindow("/costs", { platform: createFakePlatform({ scene: "error" }) });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The window cannot reach the engine.",
    );
  });

  it("leaves rows accepted in practice out of what an accepted row cost", async () => {
    const row = {
      id: null,
      requests: 10,
      input_tokens: 0,
      output_tokens: 0,
      uncertain_usd: "0",
      tasks_done: 10,
      tasks_accepted: 10,
    };
    const paid = { ...row, key: "paid", cost_usd: "2", cost_without_cache_usd: "2" };
    const free = { ...row, key: "free", cost_usd: "0", cost_without_cache_usd: "0" };
    const rows = [
      { ...paid, practice: false },
      { ...free, practice: true },
    ];
    const sums = { total_usd: "2", total_without_cache_usd: "2" };
    const platform = createFakePlatform({
      answers: { "costs/get": ({ by }) => ({ by, zone: "Europe/London", ...sums, rows }) },
    });
    openWindow("/costs", { platform });
    const table = await screen.findByRole("table", { name: "Costs by Skill" });
    const total = within(table).getByRole("row", { name: /Total/ });
    expect(total).toHaveTextContent("0.20");
    expect(total).not.toHaveTextContent("0.10");
  });

  it("marks a month of practice as practice, on the chart too", async () => {
    const platform = createFakePlatform({
      answers: {
        "costs/get": ({ by }) => ({
          by,
          zone: "Europe/London",
          total_usd: "0",
          total_without_cache_usd: "0",
          rows: [
            {
              key: by === "day" ? "2026-11-02" : "card-coding",
              id: null,
              requests: 0,
              input_tokens: 0,
              output_tokens: 0,
              cost_usd: "0",
              uncertain_usd: "0",
              cost_without_cache_usd: "0",
              tasks_done: 60,
              tasks_accepted: 0,
              practice: true,
            },
          ],
        }),
      },
    });
    openWindow("/costs", { platform });
    expect(await screen.findByText("nothing is sent or spent.", { exact: false })).toBeVisible();
    const chart = screen.getByRole("figure");
    expect(within(chart).getByText("practice")).toBeVisible();
    const table = await screen.findByRole("table", { name: "Costs by Skill" });
    expect(within(table).getByRole("row", { name: /card-coding, practice/ })).toBeVisible();
  });
});
