import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

const callsOf = (platform: ReturnType<typeof createFakePlatform>, method: string) =>
  platform.calls.filter((call) => call.method === method).map((call) => call.params);

describe("runs", () => {
  it("lists every run, newest first, and opens one with Enter", async () => {
    const { user } = openWindow("/runs");
    const table = await screen.findByRole("grid", { name: "All runs" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.querySelector("td")?.textContent)).toEqual([
      "Card coding, February and March, run 12",
      "Meeting prep, week 48, run 4",
      "Contract clauses, run 3",
      "Invoice figures, October, run 5",
      "Month end (sample), run 1",
    ]);
    rows[0]?.focus();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(rows[1]).toHaveFocus());
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(rows[2]).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(
      await screen.findByRole("heading", { name: "Contract clauses, run 3" }),
    ).toBeInTheDocument();
  });

  it("says where runs come from when there are none", async () => {
    openWindow("/runs", { platform: createFakePlatform({ scene: "empty" }) });
    expect(await screen.findByRole("heading", { name: "No runs yet" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Go to Jobs" })).toBeInTheDocument();
  });
});

describe("a run at work", () => {
  it("shows sums that add up, money that adds up, and why rows failed", async () => {
    openWindow("/runs/run-12");
    const sums = await screen.findByRole("region", { name: "Rows" });
    const parts = within(sums)
      .getAllByRole("definition")
      .map((part) => Number(part.textContent.replace(",", "")));
    expect(parts).toEqual([473, 64, 60, 3, 600]);
    expect(
      within(sums).getByText(
        "Done: 412 by rule, 61 by the model; 29 of them wait for your review. Failed: 1 cut off, 2 provider errors.",
      ),
    ).toBeInTheDocument();
    const money = screen.getByRole("region", { name: "Budget" });
    expect(
      within(money)
        .getAllByRole("definition")
        .map((part) => part.textContent),
    ).toEqual(["0.15", "0.55", "1.30", "2.00"]);
  });

  it("draws new numbers without moving a column", async () => {
    const { platform } = openWindow("/runs/run-12");
    const table = await screen.findByRole("grid", { name: "Agents table" });
    const widths = () =>
      [...table.querySelectorAll("col")].map((column) => column.getAttribute("style"));
    const before = widths();
    const run = platform.engine.state.runs[0];
    if (!run) throw new Error("no run");
    platform.tell({
      kind: "run",
      run: { ...run, tasks: { ...run.tasks, done: 480, waiting: 117 }, cost_usd: "0.2011" },
    });
    const sums = screen.getByRole("region", { name: "Rows" });
    expect(await within(sums).findByText("480")).toBeInTheDocument();
    expect(widths()).toEqual(before);
    expect(before.filter((style) => style === null)).toHaveLength(1);
    expect(sums.querySelector("dd")).toHaveStyle({ minWidth: "3ch" });
  });

  it("pauses and resumes with P, and says that nothing is spent meanwhile", async () => {
    const { user, platform } = openWindow("/runs/run-12");
    await screen.findByRole("button", { name: "Pause" });
    await user.keyboard("p");
    expect(await screen.findByText("The run is paused.")).toBeInTheDocument();
    expect(callsOf(platform, "run/pause")).toEqual([{ run: "run-12" }]);
    await user.keyboard("p");
    expect(await screen.findByRole("button", { name: "Pause" })).toBeInTheDocument();
    expect(callsOf(platform, "run/resume")).toEqual([{ run: "run-12" }]);
  });

  it("asks before it stops for good", async () => {
    const { user, platform } = openWindow("/runs/run-12");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    const dialog = await screen.findByRole("region", { name: "Stop this run?" });
    expect(within(dialog).getByText("473 rows are done and kept.")).toBeInTheDocument();
    expect(callsOf(platform, "run/stop")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Stop the run" }));
    expect(
      await screen.findByText("The run was stopped before it had finished."),
    ).toBeInTheDocument();
  });

  it("takes more agents with + and fewer with -", async () => {
    const { user, platform } = openWindow("/runs/run-12");
    await screen.findByRole("button", { name: /^Agent 1,/ });
    await user.keyboard("+");
    await waitFor(() =>
      expect(callsOf(platform, "run/set_agents")).toEqual([{ run: "run-12", agents: 96 }]),
    );
    expect(await screen.findByText("96", { selector: "output" })).toBeInTheDocument();
    await user.keyboard("-");
    await waitFor(() =>
      expect(callsOf(platform, "run/set_agents")).toContainEqual({ run: "run-12", agents: 64 }),
    );
  });

  it("opens an agent's transcript from its cell and closes it with Escape", async () => {
    const { user } = openWindow("/runs/run-12");
    await user.click(await screen.findByRole("button", { name: /^Agent 17,/ }));
    const panel = await screen.findByRole("region", { name: "Transcript" });
    expect(within(panel).getByText("Agent 17")).toBeInTheDocument();
    expect(await within(panel).findByText("Creditor")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Transcript" })).not.toBeInTheDocument(),
    );
  });

  it("says what the engine refused, where it happened", async () => {
    const { user, platform } = openWindow("/runs/run-12");
    await screen.findByRole("button", { name: "Pause" });
    platform.refuse("run/pause", {
      code: "internal",
      message: "disk I/O error",
      hint: null,
      params: {},
    });
    await user.keyboard("p");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Something went wrong inside Stampmill.",
    );
  });

  it("exports, says where the file is, and what to know about it", async () => {
    const { user, platform } = openWindow("/runs/run-12");
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Excel workbook (.xlsx)" }));
    expect(
      await screen.findByText(/^Saved as \/home\/anna\/Documents\/card-coding-run-12\.xlsx/),
    ).toBeInTheDocument();
    expect(callsOf(platform, "run/export")).toEqual([
      { run: "run-12", grant: "grant-save", language: "en" },
    ]);
  });

  it("says what a copy of the workbook will be before it is written", async () => {
    const { user, platform } = openWindow("/runs/run-5");
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Into a copy of my workbook" }));
    const panel = await screen.findByRole("region", { name: "Into a copy of my workbook" });
    expect(await within(panel).findByText(/from column H on, in a copy of/)).toBeInTheDocument();
    expect(within(panel).getByText(/^2 rows were changed after the import/)).toBeInTheDocument();
    expect(callsOf(platform, "run/export")).toEqual([]);
    await user.click(within(panel).getByRole("button", { name: "Choose where to save" }));
    await screen.findByText(/^Saved as/);
    expect(callsOf(platform, "run/export")).toEqual([
      { run: "run-5", grant: "grant-save", language: "en", into_original: true },
    ]);
  });

  it("says why there can be no copy, and writes a text table as it was asked for", async () => {
    const { user, platform } = openWindow("/runs/run-12");
    const menu = await screen.findByRole("button", { name: "Export" });
    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name: "Into a copy of my workbook" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The original, card-2014-15.csv, is text, not a workbook.",
    );
    expect(screen.getByRole("button", { name: "Choose where to save" })).toBeDisabled();
    await user.click(menu);
    await user.click(
      await screen.findByRole("menuitem", { name: "Text table, choose the encoding" }),
    );
    await user.click(await screen.findByRole("combobox", { name: "Encoding" }));
    await user.click(await screen.findByRole("option", { name: "GB18030" }));
    await user.click(screen.getByRole("combobox", { name: "Cells end with" }));
    await user.click(await screen.findByRole("option", { name: "a tab" }));
    await user.click(screen.getByRole("button", { name: "Choose where to save" }));
    await screen.findByText(/^Saved as/);
    expect(callsOf(platform, "run/export")).toEqual([
      {
        run: "run-12",
        grant: "grant-save",
        language: "en",
        encoding: "gb18030",
        delimiter: "\t",
      },
    ]);
  });
});

describe("the rows of a run", () => {
  it("filters and searches, and opens what was said about a row", async () => {
    const { user, platform } = openWindow("/runs/run-12?filter=failed");
    const table = await screen.findByRole("grid", { name: "Rows of the run" });
    expect(within(table).getAllByRole("row")).toHaveLength(4);
    const [failed = table] = within(table).getAllByText("provider error");
    await user.click(failed);
    const panel = await screen.findByRole("region", { name: "Transcript" });
    expect(await within(panel).findAllByText("provider error")).not.toHaveLength(0);
    await user.type(screen.getByRole("searchbox", { name: "Search rows" }), "no such thing");
    await waitFor(() =>
      expect(callsOf(platform, "run/rows")).toContainEqual({
        run: "run-12",
        filter: "failed",
        search: "no such thing",
        offset: 0,
        limit: 200,
      }),
    );
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "No row matches" })).toBeInTheDocument(),
    );
  });
});

describe("a run that waits at its budget", () => {
  it("says how much more finishes it, raises and goes on with one press", async () => {
    const { user, platform } = openWindow("/runs/run-3");
    expect(
      await screen.findByText("Done 41 of 60. About 0.80 more finishes it."),
    ).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Raise to 2.50 and go on" }));
    await waitFor(() => expect(callsOf(platform, "run/resume")).toEqual([{ run: "run-3" }]));
    expect(callsOf(platform, "run/set_budget")).toEqual([{ run: "run-3", budget_usd: "2.5" }]);
    expect(await screen.findByRole("button", { name: "Pause" })).toBeInTheDocument();
  });

  it("asks for another amount and takes none that is lower", async () => {
    const { user, platform } = openWindow("/runs/run-3");
    await user.click(await screen.findByRole("button", { name: "Another amount" }));
    const dialog = await screen.findByRole("region", { name: "Raise the budget" });
    const field = within(dialog).getByRole("textbox");
    await user.clear(field);
    await user.type(field, "1.20{Enter}");
    expect(within(dialog).getByText(/Enter more than the 1.70 USD/)).toBeInTheDocument();
    expect(
      within(dialog).getByRole("button", { name: "Raise to 1.20 USD and go on" }),
    ).toBeDisabled();
    await user.clear(field);
    await user.type(field, "3{Enter}");
    await user.click(within(dialog).getByRole("button", { name: "Raise to 3.00 USD and go on" }));
    await waitFor(() =>
      expect(callsOf(platform, "run/set_budget")).toEqual([{ run: "run-3", budget_usd: "3" }]),
    );
  });

  it.each([
    ["key_refused", "The key for Anthropic was refused, so the run is paused.", "Put in a key"],
    ["interrupted", "Stampmill was closed before this run had finished.", "Resume"],
    ["quota", "The account at Anthropic has reached its limit, so the run is paused.", "Resume"],
    [
      "model_unknown",
      "Anthropic does not know the model anthropic/claude-haiku-5-5, so the run is paused.",
      "Resume",
    ],
    ["outage", "Anthropic does not answer, so the run is paused.", "Resume"],
    ["disk_full", "The disk is full, so the run is paused.", "Resume"],
    ["review", "Waiting for you: 40 unreviewed, as many as you allowed.", "Review"],
  ])("says what to do when it is paused by %s", async (reason, sentence, button) => {
    const platform = createFakePlatform();
    platform.engine.state.runs = platform.engine.state.runs.map((run) =>
      run.run === "run-3" ? { ...run, reason, unreviewed: 40 } : run,
    );
    openWindow("/runs/run-3", { platform });
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    const note = screen.getByRole("status", { name: "paused" });
    expect(within(note).getByRole("button", { name: button })).toBeInTheDocument();
  });
});

it("says when a run goes on by itself", async () => {
  const platform = createFakePlatform();
  platform.engine.state.runs = platform.engine.state.runs.map((run) =>
    run.run === "run-3" ? { ...run, reason: "quota", resumes_at: Date.UTC(2020, 0, 2, 3) } : run,
  );
  openWindow("/runs/run-3", { platform });
  expect(
    await screen.findByText(/reached its limit\. The run goes on by itself: 2 Jan 2020/),
  ).toBeInTheDocument();
});

it("says that the run paused while the computer slept", async () => {
  const platform = createFakePlatform();
  platform.engine.state.runs = platform.engine.state.runs.map((run) =>
    run.run === "run-12"
      ? { ...run, slept: { ms: 2 * 60 * 60 * 1000, until: Date.UTC(2020, 0, 2, 3) } }
      : run,
  );
  openWindow("/runs/run-12", { platform });
  expect(
    await screen.findByText(/^Paused for 2 h 0 min while the computer slept, until 2 Jan 2020/),
  ).toBeInTheDocument();
});

it("counts down while the provider wants quiet, and shows its limits otherwise", async () => {
  const platform = createFakePlatform();
  const show = (until: number | null) => {
    platform.engine.state.runs = platform.engine.state.runs.map((run) =>
      run.run === "run-12"
        ? { ...run, waiting_for: until === null ? null : { provider: "anthropic", until } }
        : run,
    );
  };
  show(Date.now() + 600_000);
  const { close } = openWindow("/runs/run-12", { platform });
  expect(await screen.findByText(/^Waiting for Anthropic, \d+ s\.$/)).toBeInTheDocument();
  close();
  show(null);
  openWindow("/runs/run-12", { platform });
  expect(await screen.findByText(/Anthropic allows 1,000 requests, left: 412\./)).toHaveTextContent(
    "Anthropic lets about 590 calls a minute through.",
  );
});

it("says how many results wait for the person while a run may only be so far ahead", async () => {
  const platform = createFakePlatform();
  platform.engine.state.runs = platform.engine.state.runs.map((run) =>
    run.run === "run-12" ? { ...run, ahead: 50, unreviewed: 40 } : run,
  );
  openWindow("/runs/run-12", { platform });
  expect(await screen.findByText("waiting for you: 40 unreviewed")).toBeInTheDocument();
});

it("holds a run to its reviewer and lets it go again", async () => {
  const platform = createFakePlatform();
  const { user } = openWindow("/runs/run-12", { platform });
  const ahead = () => screen.findByRole("combobox", { name: "Ahead of your review" });
  expect(await ahead()).toHaveValue("never waits for review");
  await user.click(await ahead());
  await user.click(await screen.findByRole("option", { name: "at most 25 ahead of review" }));
  await waitFor(() =>
    expect(callsOf(platform, "run/set_ahead")).toEqual([{ run: "run-12", ahead: 25 }]),
  );
  expect(await ahead()).toHaveValue("at most 25 ahead of review");
});

it("says a run is practice", async () => {
  openWindow("/runs/run-1");
  expect(await screen.findByRole("note")).toHaveTextContent("Practice: nothing is sent or spent.");
});

it("says what went wrong when the run cannot be read", async () => {
  openWindow("/runs/run-99");
  expect(await screen.findByRole("alert")).toBeInTheDocument();
});
