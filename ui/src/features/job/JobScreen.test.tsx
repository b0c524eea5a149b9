import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { createFakePlatform, type FakePlatform } from "@/testing/fakePlatform";
import { jobRow } from "@/testing/fixtures/rows";
import { measureBoxes } from "@/testing/measuredBoxes";
import { openWindow } from "@/testing/openWindow";

beforeAll(measureBoxes);

const params = (platform: FakePlatform, method: string) =>
  platform.calls.filter((call) => call.method === method).map((call) => call.params);

/** Opens the job whose grid is full and waits for its cells. */
async function openGrid(platform = createFakePlatform()) {
  const { user } = openWindow("/jobs/job-1", { platform });
  await screen.findAllByText("ASDA HOME SHOPPING", { selector: ".rgCell" }, { timeout: 20_000 });
  return { user, platform };
}

/** Puts the focus on the first cell of the second column: the merchant of row 2 of the file. */
async function toFirstMerchant(user: UserEvent) {
  screen.getByRole("treegrid", { name: "Rows of the task list" }).focus();
  await waitFor(() => expect(document.activeElement).toHaveAttribute("data-rgrow", "0"));
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(document.activeElement).toHaveTextContent("ASDA HOME SHOPPING"));
}

/** Opens a list of three rows, with the focus on its first merchant. */
async function openShortGrid() {
  const platform = createFakePlatform();
  for (const job of platform.engine.state.jobs) job.rows = 3;
  const { user } = await openGrid(platform);
  await toFirstMerchant(user);
  return { user, platform };
}

describe("The task list of a job", () => {
  it("shows rows under the file's own numbers, and who would decide them", async () => {
    await openGrid();
    expect(screen.getByRole("radio", { name: "All 600" })).toBeChecked();
    expect(screen.getByRole("radio", { name: "Rules decide 412" })).toBeVisible();
    expect(screen.getByText("2", { selector: ".rowHeaders .rgCell span" })).toBeVisible();
    expect(screen.getAllByText("Rule 2")[0]).toBeVisible();
    expect(screen.getAllByText("Model", { selector: "[data-by=model]" })[0]).toBeVisible();
    expect(screen.getByText("600 rows. UTF-8, header in row 1.")).toBeVisible();
  });

  it("writes a cell, takes it back with Ctrl Z and writes it again with Ctrl Shift Z", async () => {
    const { user, platform } = await openGrid();
    await toFirstMerchant(user);
    await user.keyboard("{Enter}");
    const field = await screen.findByRole("textbox", { name: "New text of Creditor" });
    await user.clear(field);
    await user.type(field, "TESCO STORES 6412{Enter}");
    const edit = (text: string) => ({ job: "job-1", edits: [{ position: 0, column: 1, text }] });
    await waitFor(() =>
      expect(params(platform, "job/edit_cells")).toEqual([edit("TESCO STORES 6412")]),
    );
    // The next cell has the focus, as in a spreadsheet.
    await waitFor(() => expect(document.activeElement).toHaveAttribute("data-rgrow", "1"));
    await user.keyboard("{Control>}z{/Control}");
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await waitFor(() =>
      expect(params(platform, "job/edit_cells")).toEqual([
        edit("TESCO STORES 6412"),
        edit("ASDA HOME SHOPPING"),
        edit("TESCO STORES 6412"),
      ]),
    );
  });

  it("keeps the field open on the Enter that picks a candidate", async () => {
    const { user, platform } = await openGrid();
    await toFirstMerchant(user);
    await user.keyboard("{Enter}");
    const field = await screen.findByRole("textbox", { name: "New text of Creditor" });
    fireEvent.change(field, { target: { value: "商店" } });
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(params(platform, "job/edit_cells")).toEqual([]);
    expect(field).toBeInTheDocument();
  });

  it("pastes a block of cells as one act, and does not blank the row below it", async () => {
    const { user, platform } = await openGrid();
    await toFirstMerchant(user);
    const clipboardData = { types: ["text/plain"], getData: () => "A\t05/03/2015\r\nB\t\r\n" };
    fireEvent.paste(document, { clipboardData });
    const edits = [
      { position: 0, column: 1, text: "A" },
      { position: 0, column: 2, text: "05/03/2015" },
      { position: 1, column: 1, text: "B" },
      { position: 1, column: 2, text: "" },
    ];
    await waitFor(() =>
      expect(params(platform, "job/edit_cells")).toEqual([{ job: "job-1", edits }]),
    );
    await user.click(screen.getByRole("button", { name: "Undo the last change of cells" }));
    const old = edits.map((edit) => ({
      ...edit,
      text: jobRow(edit.position).cells[edit.column],
    }));
    await waitFor(() =>
      expect(params(platform, "job/edit_cells")[1]).toEqual({ job: "job-1", edits: old }),
    );
  });

  it("pastes below the last row: the rows are made, and go again in one step", async () => {
    const { user, platform } = await openShortGrid();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    await waitFor(() => expect(document.activeElement).toHaveAttribute("data-rgrow", "2"));
    const rows = Array.from({ length: 10 }, (_, at) => `SHOP ${at}\t05/03/2015`);
    const clipboardData = { types: ["text/plain"], getData: () => rows.join("\r\n") };
    fireEvent.paste(document, { clipboardData });
    await screen.findByRole("radio", { name: "All 12" });
    await waitFor(() => expect(params(platform, "job/edit_cells")).toHaveLength(1));
    expect(params(platform, "job/edit_cells")[0]).toMatchObject({
      edits: [
        { position: 2, column: 1, text: "SHOP 0" },
        { position: 2, column: 2, text: "05/03/2015" },
      ],
      add: rows.slice(1).map((_, at) => ({
        position: 3 + at,
        source_row: null,
        cells: ["", `SHOP ${at + 1}`, "05/03/2015", "", ""],
      })),
    });
    await user.click(screen.getByRole("button", { name: "Undo the last change of cells" }));
    await screen.findByRole("radio", { name: "All 3" });
    await waitFor(() =>
      expect(params(platform, "job/edit_cells")[1]).toMatchObject({
        edits: [{ text: jobRow(2).cells[1] }, { text: jobRow(2).cells[2] }],
        remove: Array.from({ length: 9 }, (_, at) => 3 + at),
      }),
    );
  });

  it("makes a row of what is typed below the last one, and goes on to the next", async () => {
    const { user, platform } = await openShortGrid();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    await waitFor(() => expect(document.activeElement).toHaveAttribute("data-rgrow", "3"));
    await user.keyboard("{Enter}");
    const field = await screen.findByRole("textbox", { name: "New text of Creditor" });
    await user.type(field, "NEW SHOP{Enter}");
    await waitFor(() =>
      expect(params(platform, "job/edit_cells")[0]).toMatchObject({
        edits: [],
        add: [{ position: 3, cells: ["", "NEW SHOP", "", "", ""] }],
      }),
    );
    await screen.findByRole("radio", { name: "All 4" });
    await waitFor(() => expect(document.activeElement).toHaveAttribute("data-rgrow", "4"));
  });

  it("finds text in the cells, counts it, goes to the next place and back to the grid", async () => {
    const { user } = await openGrid();
    await toFirstMerchant(user);
    await user.keyboard("{Control>}f{/Control}");
    const bar = await screen.findByRole("search", { name: "Find in the cells" });
    await user.keyboard("kays");
    await within(bar).findByText(/^1 of 1\d$/);
    const found = () => document.querySelector("[class*=found]")?.textContent;
    await waitFor(() => expect(found()).toBe("KAYS DELICATESSEN"));
    // Each letter asks at once: the marks of fewer letters stand until the last answer.
    await waitFor(() => expect(document.querySelector("mark")).toHaveTextContent("KAYS"));
    await user.keyboard("{Enter}");
    await within(bar).findByText(/^2 of/);
    await user.keyboard("{Shift>}{Enter}{/Shift}{Shift>}{Enter}{/Shift}");
    await within(bar).findByText(/^(\d+) of \1$/);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toHaveTextContent("KAYS DELICATESSEN"));
    expect(screen.queryByRole("search", { name: "Find in the cells" })).toBeNull();
  });

  it("chooses columns for an input at their heads, by mouse and by keyboard", async () => {
    const { user, platform } = await openGrid();
    const input = screen.getByRole("button", { name: "Creditor: Creditor. Choose its columns" });
    await user.click(input);
    expect(input).toHaveAttribute("aria-pressed", "true");
    await user.click(
      await screen.findByRole("button", { name: "Use column Transaction Date as Creditor" }),
    );
    const second = await screen.findByRole("button", {
      name: "Column Transaction Date is used as Creditor. Take it out",
    });
    expect(second).toHaveTextContent("Creditor 2");
    await user.keyboard("{ArrowLeft}{Enter}");
    await user.keyboard("{Escape}");
    expect(input).toHaveAttribute("aria-pressed", "false");
    expect(input).toHaveFocus();
    const last = params(platform, "job/save").at(-1);
    expect(last).toMatchObject({
      mapping: [{}, { input: "creditor", columns: ["Transaction Date"] }, {}],
    });
  });

  it("repeats a cell downwards with Ctrl D", async () => {
    const { user, platform } = await openGrid();
    await toFirstMerchant(user);
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    await screen.findByRole("button", { name: "Remove the 2 chosen rows" });
    await user.keyboard("{Control>}d{/Control}");
    await waitFor(() =>
      expect(params(platform, "job/edit_cells")).toEqual([
        {
          job: "job-1",
          edits: [{ position: 1, column: 1, text: "ASDA HOME SHOPPING" }],
        },
      ]),
    );
  });

  it("puts a row in, takes rows out, and brings them back", async () => {
    const { user, platform } = await openGrid();
    await toFirstMerchant(user);
    await user.click(screen.getByRole("button", { name: "Add a row" }));
    await waitFor(() => expect(params(platform, "job/insert_rows")).toHaveLength(1));
    expect(params(platform, "job/insert_rows")[0]).toMatchObject({
      rows: [{ position: 1, source_row: null }],
    });
    await screen.findByRole("radio", { name: "All 601" });
    await user.click(screen.getByRole("button", { name: "Undo the last change of cells" }));
    await waitFor(() =>
      expect(params(platform, "job/remove_rows")).toEqual([{ job: "job-1", positions: [1] }]),
    );
    await screen.findByRole("radio", { name: "All 600" });
    await user.click(await screen.findByRole("button", { name: "Remove the chosen row" }));
    await screen.findByRole("radio", { name: "All 599" });
    expect(screen.getByText("1 row removed")).toBeVisible();
  });

  it("sorts and filters by a column, and shows the list again", async () => {
    const { user, platform } = await openGrid();
    await user.click(screen.getByLabelText("Column Creditor is used as Creditor. Change"));
    await user.click(await screen.findByRole("menuitem", { name: "Largest first" }));
    await user.click(screen.getByLabelText("Column Creditor is used as Creditor. Change"));
    await user.click(await screen.findByRole("menuitem", { name: "Show only rows with…" }));
    await user.type(
      await screen.findByRole("textbox", { name: "Show only rows whose Creditor contains" }),
      "asda{Enter}",
    );
    await waitFor(() =>
      expect(params(platform, "job/rows").at(-1)).toMatchObject({
        sort: { column: 1, descending: true },
        filters: [{ column: 1, text: "asda" }],
      }),
    );
    await user.click(screen.getByRole("button", { name: "Creditor: asda, Creditor ↓" }));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Creditor: asda, Creditor ↓" })).toBeNull(),
    );
  });

  it("says that a change was not saved and shows what is", async () => {
    const { user, platform } = await openGrid();
    platform.refuse("job/edit_cells", {
      code: "odd_code",
      message: "the disk is full",
      hint: "make room and try again",
      params: {},
    });
    await toFirstMerchant(user);
    await user.keyboard("{Delete}");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The disk is full.");
    expect(alert).toHaveTextContent("The cells show what is saved.");
    await waitFor(() =>
      expect(screen.getAllByText("ASDA HOME SHOPPING", { selector: ".rgCell" })[0]).toBeVisible(),
    );
  });

  it("gives a column to an input that has one already, and takes it out of use", async () => {
    const { user, platform } = await openGrid();
    await user.click(screen.getByLabelText("Column Transaction Date is not used. Change"));
    const menu = await screen.findByRole("menu");
    await user.click(within(menu).getByRole("menuitemradio", { name: /Creditor/ }));
    expect(params(platform, "job/save")).toEqual([
      {
        job: "job-1",
        mapping: [
          { input: "service_area", columns: ["Service Area"] },
          { input: "creditor", columns: ["Creditor", "Transaction Date"] },
          { input: "value", columns: ["JV Value"] },
        ],
      },
    ]);
    const used = await screen.findByLabelText(
      "Column Transaction Date is used as Creditor. Change",
    );
    await user.click(used);
    await user.click(await screen.findByRole("menuitemradio", { name: "not used" }));
    expect(
      await screen.findByLabelText("Column Transaction Date is not used. Change"),
    ).toBeVisible();
  });

  it("asks for the column of an input that must be there, and starts nothing before", async () => {
    const { user } = await openGrid();
    await user.click(screen.getByLabelText(/^Column Creditor is used/));
    await user.click(await screen.findByRole("menuitemradio", { name: "not used" }));
    expect(await screen.findByText("Choose the column for Creditor.")).toBeVisible();
    expect(screen.getByRole("button", { name: /Start run/ })).toBeDisabled();
  });

  it("lists only what goes to the model, and finds a row", async () => {
    const { user, platform } = await openGrid();
    await user.click(screen.getByRole("radio", { name: "To the model 188" }));
    await user.type(screen.getByRole("searchbox", { name: "Filter rows" }), "kays");
    await waitFor(() =>
      expect(params(platform, "job/rows").at(-1)).toEqual({
        job: "job-1",
        view: "by_model",
        filters: [],
        search: "kays",
        offset: 0,
        limit: 200,
      }),
    );
    await user.type(screen.getByRole("searchbox", { name: "Filter rows" }), "zz");
    expect(await screen.findByText("No row of this view contains “kayszz”.")).toBeVisible();
  });

  it("takes cells pasted into an empty list as its table", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs?new=true", { platform });
    await user.click(await screen.findByRole("button", { name: "Create job" }));
    await screen.findByText("No rows yet");
    const text = "Creditor\tJV Value\nASDA\t12.00\n";
    fireEvent.paste(document, { clipboardData: { types: ["text/plain"], getData: () => text } });
    await waitFor(() => expect(params(platform, "job/paste")).toEqual([{ job: "job-26", text }]));
    expect(await screen.findByText("pasted cells")).toBeVisible();
  });
});

describe("How to run", () => {
  it("shows what it costs and what rules decide for nothing", async () => {
    openWindow("/jobs/job-1");
    const cost = await screen.findByRole("region", { name: "What it will cost" });
    expect(cost).toHaveTextContent("Likely0.43USD");
    expect(cost).toHaveTextContent("At most1.90USD");
    expect(cost).toHaveTextContent("412 rows by rulefree");
    expect(cost).toHaveTextContent("about 2 min");
    expect(
      within(cost).getByRole("img", {
        name: "Estimate from 0.31 to 1.90 USD, likely 0.43, budget 2.00",
      }),
    ).toBeVisible();
  });

  it("does not start under the smallest budget that works, and says which that is", async () => {
    const { user } = openWindow("/jobs/job-1");
    const budget = await screen.findByRole("textbox", { name: /Budget, never exceeded/ });
    await screen.findByText("at least 0.01");
    await user.clear(budget);
    await user.type(budget, "0.001{Enter}");
    expect(await screen.findByText("The smallest budget that works is 0.01 USD.")).toBeVisible();
    expect(screen.getByRole("button", { name: /Start run/ })).toBeDisabled();
  });

  it("saves what is being typed before it starts with Ctrl Enter, and opens the run", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    const budget = await screen.findByRole("textbox", { name: /Budget, never exceeded/ });
    await screen.findByText("at least 0.01");
    await user.clear(budget);
    await user.type(budget, "3.50");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(platform.calls.filter((call) => /^job\/save|^run\/start/.test(call.method))).toEqual([
        { method: "job/save", params: { job: "job-1", budget_usd: "3.5" } },
        { method: "run/start", params: { job: "job-1" } },
      ]),
    );
    await waitFor(() => expect(document.title).not.toContain("Jobs"));
    await waitFor(() =>
      expect(params(platform, "run/get")).toContainEqual({
        run: platform.engine.state.runs[0]?.run,
      }),
    );
  });

  it("starts nothing while the budget is no amount", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    const budget = await screen.findByRole("textbox", { name: /Budget, never exceeded/ });
    await screen.findByText("at least 0.01");
    await user.clear(budget);
    await user.type(budget, "two");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("This is not an amount. Write it like 2.00")).toBeVisible();
    await waitFor(() => expect(budget).toHaveFocus());
    expect(params(platform, "run/start")).toEqual([]);
  });

  it("tries five rows", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    await screen.findByText("at least 0.01");
    await user.click(screen.getByRole("button", { name: /Try 5 rows/ }));
    await waitFor(() =>
      expect(params(platform, "run/start")).toEqual([{ job: "job-1", limit: 5 }]),
    );
  });

  it("asks for the price of a model that has none, right there", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    await user.click(await screen.findByRole("combobox", { name: "Model" }));
    await user.clear(screen.getByRole("combobox", { name: "Model" }));
    await user.type(screen.getByRole("combobox", { name: "Model" }), "custom/office");
    await user.click(await screen.findByText("Use custom/office"));
    const price = await screen.findByRole("region", { name: "Price of custom/office" });
    expect(price).toHaveTextContent("This model has no price yet. Enter one to use a budget.");
    expect(screen.getByRole("button", { name: /Start run/ })).toBeDisabled();
    await user.type(within(price).getByRole("textbox", { name: "In" }), "0.2");
    await user.type(within(price).getByRole("textbox", { name: "Out" }), "0,8");
    await user.tab();
    await user.click(within(price).getByRole("button", { name: "Use this price" }));
    await waitFor(() =>
      expect(params(platform, "price/set")).toEqual([
        { model: "custom/office", input: "0.2", output: "0.8" },
      ]),
    );
  });

  it("says which key is missing and leads to it", async () => {
    const { user } = openWindow("/jobs/job-1");
    await user.click(await screen.findByRole("combobox", { name: "Model" }));
    await user.click(await screen.findByText("openai/gpt-6-luna"));
    expect(await screen.findByText(/There is no key for OpenAI yet/)).toBeVisible();
    const link = screen.getByRole("link", { name: "Add a key" });
    expect(link.getAttribute("href")).toContain("/settings?section=keys&provider=openai");
  });

  it("keeps the address of a server of one's own, and starts nothing before", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    const model = await screen.findByRole("combobox", { name: "Model" });
    await user.click(model);
    await user.clear(model);
    await user.type(model, "custom/office");
    await user.click(await screen.findByText("Use custom/office"));
    expect(await screen.findByText("Enter the address of the server.")).toBeVisible();
    const address = screen.getByRole("textbox", {
      name: "Address of the server for custom/office",
    });
    await user.type(address, "not an address");
    await user.tab();
    expect(address).toBeInvalid();
    await user.clear(address);
    await user.type(address, "127.0.0.1:8000{Enter}");
    const endpoints = [{ model: "custom/office", address: "127.0.0.1:8000" }];
    await waitFor(() =>
      expect(params(platform, "job/save").at(-1)).toMatchObject({ ways: { endpoints } }),
    );
    expect(screen.queryByText("Enter the address of the server.")).not.toBeInTheDocument();
  });

  it("keeps how far runs may be ahead of the person, which a batch cannot", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    await user.click(await screen.findByText("More options"));
    const ahead = () => screen.getByRole("combobox", { name: "Wait for my review" });
    expect(ahead()).toHaveValue("never");
    await user.click(ahead());
    await user.click(await screen.findByRole("option", { name: "at 50 unreviewed results" }));
    await waitFor(() =>
      expect(params(platform, "job/save").at(-1)).toMatchObject({ ways: { ahead: 50 } }),
    );
    expect(screen.getByText(/goes on by itself as you judge them/)).toBeVisible();
    await user.click(screen.getByRole("switch", { name: /^By tomorrow morning/ }));
    await waitFor(() =>
      expect(params(platform, "job/save").at(-1)).toMatchObject({
        ways: { ahead: null, batch: true },
      }),
    );
    expect(ahead()).toBeDisabled();
    expect(screen.getByText(/such a run cannot wait for you/)).toBeVisible();
  });

  it("lets the person choose to fail rows instead of waiting", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    await user.click(await screen.findByText("More options"));
    await user.click(screen.getByRole("switch", { name: /^Let rows fail instead of waiting/ }));
    await waitFor(() =>
      expect(params(platform, "job/save").at(-1)).toMatchObject({ ways: { fail_fast: true } }),
    );
    expect(screen.getByText(/The run neither waits nor pauses/)).toBeVisible();
  });

  it("takes an exact number of agents", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    const agents = await screen.findByRole("textbox", { name: "Agents at once" });
    await user.clear(agents);
    await user.type(agents, "999{Enter}");
    expect(params(platform, "job/save")).toEqual([{ job: "job-1", agents: 256 }]);
    await waitFor(() => expect(agents).toHaveValue("256"));
  });
});

describe("A job", () => {
  it("is renamed in its head, never by the Enter of an input method", async () => {
    const platform = createFakePlatform();
    openWindow("/jobs/job-1", { platform });
    const name = await screen.findByRole("textbox", { name: "Name of the job" });
    fireEvent.change(name, { target: { value: "卡片入账" } });
    name.focus();
    fireEvent.keyDown(name, { key: "Enter", keyCode: 229 });
    expect(params(platform, "job/save")).toEqual([]);
    fireEvent.keyDown(name, { key: "Enter" });
    await waitFor(() =>
      expect(params(platform, "job/save")).toEqual([{ job: "job-1", name: "卡片入账" }]),
    );
    await waitFor(() => expect(document.title).toContain("卡片入账"));
  });

  it("gets another skill", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs/job-1", { platform });
    await user.click(await screen.findByRole("button", { name: "Change the skill" }));
    const dialog = await screen.findByRole("dialog", { name: "Choose a skill" });
    await user.click(await within(dialog).findByRole("radio", { name: /mtg-prep/ }));
    await user.click(within(dialog).getByRole("button", { name: "Use this skill" }));
    await waitFor(() =>
      expect(params(platform, "job/save")).toEqual([{ job: "job-1", skill: "mtg-prep" }]),
    );
  });

  it("says so when it cannot be read, and asks again", async () => {
    const platform = createFakePlatform();
    platform.refuse("job/get", {
      code: "unreachable",
      message: "connection refused",
      hint: null,
      params: {},
    });
    const { user } = openWindow("/jobs/job-1", { platform });
    expect(await screen.findByText("The window cannot reach the engine.")).toBeVisible();
    platform.refuse("job/get", null);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("textbox", { name: "Name of the job" })).toBeVisible();
  });

  it("speaks Chinese", async () => {
    const platform = createFakePlatform();
    platform.engine.state.settings.language = "zh";
    openWindow("/jobs/job-1", { platform, language: "zh" });
    expect(await screen.findByRole("button", { name: /开始运行/ })).toBeVisible();
    expect(screen.getByRole("button", { name: /试跑 5 行/ })).toBeVisible();
    expect(screen.getByText("预算（绝不超出）")).toBeVisible();
    expect(await screen.findByText("412 行由规则决定")).toBeVisible();
    expect(await screen.findByText("600 行。UTF-8，第 1 行为表头。")).toBeVisible();
    expect(await screen.findByRole("radio", { name: "交给模型 188" })).toBeVisible();
  });
});
